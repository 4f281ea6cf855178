import type { Store, StoredEvent } from '@svc-simulator/store/store.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';
import { presentedJson } from './presented-event.ts';

const PAGE = 500;
/** What all readers of an account together are sent before others get their turn. */
const STRETCH_BYTES = 256 * 1024;
/** A reader that leaves so much unread gets what follows out of the store, at its own pace. */
const MOST_AHEAD_BYTES = 256 * 1024;
/** So much of an account may wait for the next stretch. */
const MOST_WAITING_BYTES = 2 * 2 ** 20;

/** Lets what reads much wait for its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface StreamQuery {
  readonly types?: readonly string[] | undefined;
  readonly session_id?: string | undefined;
  /** The last event that the reader has; undefined: from now on. */
  readonly after?: number | undefined;
  readonly inTurn?: InTurn | undefined;
}

/** A reader of a live trace, as its account's feed knows it. */
interface Follower {
  /** `bytesOf` makes the event's message, the same one for all; answers the bytes that were sent. */
  readonly take: (event: StoredEvent, bytesOf: () => Uint8Array) => number;
  /** What is live from this event on is not told: it has to be read from the store. */
  readonly missed: (fromId: number) => void;
}

/** The live trace of one account: an event is made into one message for all that follow it, a stretch of them a turn of the loop. */
class TraceFeed {
  readonly followers = new Set<Follower>();
  readonly unsubscribe: () => void;
  #waiting: StoredEvent[] = [];
  #waitingBytes = 0;
  #leftBytes = STRETCH_BYTES;
  #isStretch = false;

  constructor(store: Pick<Store, 'trace'>, accountId: string) {
    this.unsubscribe = store.trace.subscribe(accountId, (event) => {
      this.#waiting.push(event);
      this.#waitingBytes += event.json.length;
      if (this.#leftBytes > 0) this.#work();
      else if (this.#waitingBytes > MOST_WAITING_BYTES) this.#giveUp();
    });
  }

  #work(): void {
    if (!this.#isStretch) {
      this.#isStretch = true;
      setImmediate(() => {
        this.#isStretch = false;
        this.#leftBytes = STRETCH_BYTES;
        if (this.#waiting.length > 0) this.#work();
      });
    }
    while (this.#leftBytes > 0) {
      const event = this.#waiting.shift();
      if (!event) return;
      this.#waitingBytes -= event.json.length;
      let bytes: Uint8Array | undefined;
      const bytesOf = () => {
        bytes ??= messageOf(event);
        return bytes;
      };
      for (const follower of this.followers) this.#leftBytes -= follower.take(event, bytesOf);
    }
  }

  /** More comes than can be sent: everybody reads it from the store, at their own pace. */
  #giveUp(): void {
    const [first] = this.#waiting;
    this.#waiting = this.#waiting.filter(({ type }) => type === 'account.deleted');
    this.#waitingBytes = 0;
    if (first) for (const { missed } of this.followers) missed(first.id);
  }
}

function messageOf(event: StoredEvent): Uint8Array {
  return eventBytes(presentedJson(event), { id: event.id });
}

/** The live traces that are followed in one simulator. */
export class TraceStreams {
  readonly #runtime: Pick<Runtime, 'clock' | 'store'>;
  readonly #closing: AbortSignal;
  readonly #feeds = new Map<string, TraceFeed>();

  constructor(runtime: Pick<Runtime, 'clock' | 'store'>, closing: AbortSignal) {
    this.#runtime = runtime;
    this.#closing = closing;
  }

  /**
   * The live trace as an event stream (contract section 5): what came after `after`, then each event as it is stored. Each
   * message has the trace event as `data`, its id as `id`.
   */
  follow(accountId: string, query: StreamQuery): Response {
    const { clock, store } = this.#runtime;
    const inTurn: InTurn = query.inTurn ?? ((work) => work());
    return openEventStream({ clock, closing: this.#closing }, (reader) => {
      let sent = query.after ?? 0;
      let left = false;
      /** What was stored while a page was read; null when nobody listens, since the next page will have it. */
      let late: (readonly [StoredEvent, () => Uint8Array])[] | null = null;
      let isLive = query.after === undefined;
      let hasMissed = false;
      const send = (event: StoredEvent, bytesOf = () => messageOf(event)): number => {
        if (event.id <= sent || (query.types && !query.types.includes(event.type))) return 0;
        if (query.session_id && event.sessionId !== query.session_id) return 0;
        sent = event.id;
        const bytes = bytesOf();
        reader.write(bytes);
        return bytes.length;
      };
      /** Sends the next page; answers whether there is more. */
      const sendPage = async () => {
        late = [];
        hasMissed = false;
        const { items, nextCursor } = await store.trace.page(accountId, {
          order: 'asc',
          limit: PAGE,
          maxBytes: MOST_AHEAD_BYTES,
          after: sent,
          types: query.types,
          sessionId: query.session_id,
        });
        for (const event of items) send(event);
        isLive = nextCursor === null && !hasMissed;
        if (isLive) for (const [event, bytesOf] of late) send(event, bytesOf);
        late = null;
        return !isLive;
      };
      const catchUp = async () => {
        isLive = false;
        for (let hasMore = true; hasMore && !left; ) {
          await reader.drained();
          hasMore = await inTurn(sendPage);
        }
      };
      const beginCatchingUp = () => void catchUp().catch(() => reader.end());
      const unfollow = this.#join(accountId, {
        take: (event, bytesOf) => {
          const bytes = isLive ? send(event, bytesOf) : 0;
          if (!isLive) late?.push([event, bytesOf]);
          if (event.type === 'account.deleted') reader.end();
          else if (isLive && reader.waitingBytes > MOST_AHEAD_BYTES) beginCatchingUp();
          return bytes;
        },
        missed: (fromId) => {
          hasMissed = true;
          if (!isLive) return;
          // It has had everything before that.
          sent = Math.max(sent, fromId - 1);
          beginCatchingUp();
        },
      });
      if (!isLive) beginCatchingUp();
      return () => {
        left = true;
        unfollow();
      };
    });
  }

  #join(accountId: string, follower: Follower): () => void {
    const feed = this.#feeds.get(accountId) ?? new TraceFeed(this.#runtime.store, accountId);
    this.#feeds.set(accountId, feed);
    feed.followers.add(follower);
    return () => {
      feed.followers.delete(follower);
      if (feed.followers.size > 0 || this.#feeds.get(accountId) !== feed) return;
      feed.unsubscribe();
      this.#feeds.delete(accountId);
    };
  }
}
