import type { Store, StoredTraceEvent } from '@svc-simulator/store/store.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';
import { presentedJson } from './presented-event.ts';

const EVENTS_PER_READ = 500;
/** Bytes that the readers of one account get before other accounts have their turn. */
const STRETCH_BYTES = 256 * 1024;
/** Unread bytes after which a reader continues from the store, at its own pace. */
const MOST_AHEAD_BYTES = 256 * 1024;
/** Bytes of one account that may wait for the next slice. */
const MOST_SLICE_BYTES = 2 * 2 ** 20;

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface StreamQuery {
  readonly types?: readonly string[] | undefined;
  readonly session_id?: string | undefined;
  /** The last event that the reader has; undefined starts now. */
  readonly after?: number | undefined;
  readonly inTurn?: InTurn | undefined;
}

interface Follower {
  /** Returns the number of bytes sent. `bytesOf` encodes the event's message, which all readers share. */
  readonly take: (event: StoredTraceEvent, bytesOf: () => Uint8Array) => number;
  /** Called with the first event that will not be sent; the reader continues from the store. */
  readonly missed: (fromId: number) => void;
}

/**
 * The live trace of one account. Each event is encoded once for all readers, and each turn of the event loop
 * sends a slice.
 */
class TraceFeed {
  readonly followers = new Set<Follower>();
  readonly unsubscribe: () => void;
  #waiting: StoredTraceEvent[] = [];
  #waitingBytes = 0;
  #leftBytes = STRETCH_BYTES;
  #isStretch = false;

  constructor(store: Pick<Store, 'trace'>, accountId: string) {
    this.unsubscribe = store.trace.subscribe(accountId, (event) => {
      this.#waiting.push(event);
      this.#waitingBytes += event.json.length;
      if (this.#leftBytes > 0) this.#work();
      else if (this.#waitingBytes > MOST_SLICE_BYTES) this.#giveUp();
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

  /** Drops the queue when events arrive faster than they can be sent; readers continue from the store. */
  #giveUp(): void {
    const [first] = this.#waiting;
    this.#waiting = this.#waiting.filter(({ type }) => type === 'account.deleted');
    this.#waitingBytes = 0;
    if (first) for (const { missed } of this.followers) missed(first.id);
  }
}

function messageOf(event: StoredTraceEvent): Uint8Array {
  return eventBytes(presentedJson(event), { id: event.id });
}

export class TraceStreams {
  readonly #runtime: Pick<Runtime, 'clock' | 'store'>;
  readonly #closing: AbortSignal;
  readonly #feeds = new Map<string, TraceFeed>();

  constructor(runtime: Pick<Runtime, 'clock' | 'store'>, closing: AbortSignal) {
    this.#runtime = runtime;
    this.#closing = closing;
  }

  /**
   * Streams the trace (contract section 5): events after `after`, then each new event. A message has the
   * event as `data` and its id as `id`.
   */
  follow(accountId: string, query: StreamQuery): Response {
    const { clock, store } = this.#runtime;
    const inTurn: InTurn = query.inTurn ?? ((work) => work());
    return openEventStream({ clock, closing: this.#closing }, (reader) => {
      let sentId = query.after ?? 0;
      let left = false;
      /** Events stored while a page was read; null if the next page will contain them. */
      let late: (readonly [StoredTraceEvent, () => Uint8Array])[] | null = null;
      let isLive = query.after === undefined;
      let hasMissed = false;
      const send = (event: StoredTraceEvent, bytesOf = () => messageOf(event)): number => {
        if (event.id <= sentId || (query.types && !query.types.includes(event.type))) return 0;
        if (query.session_id && event.sessionId !== query.session_id) return 0;
        sentId = event.id;
        const bytes = bytesOf();
        reader.write(bytes);
        return bytes.length;
      };
      /** Sends the next page and returns true if there are more. */
      const sendPage = async () => {
        late = [];
        hasMissed = false;
        const { items, nextCursor } = await store.trace.page(accountId, {
          order: 'asc',
          limit: EVENTS_PER_READ,
          maxBytes: MOST_AHEAD_BYTES,
          after: sentId,
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
          // The reader has every earlier event.
          sentId = Math.max(sentId, fromId - 1);
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
