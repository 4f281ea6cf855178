import { getOrCreate } from '@svc-simulator/core';
import type { Store, StoredTraceEvent } from '@svc-simulator/store/store.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';
import { presentEventJson } from './presented-event.ts';

const EVENTS_PER_READ = 500;
/** Bytes that the readers of one account get before other work runs. */
const SLICE_BYTES = 256 * 1024;
/** Unread bytes after which a reader continues from the store, at its own pace. */
const MAX_UNREAD_BYTES = 256 * 1024;
/** Maximum bytes of one account that wait for the next slice. */
const MAX_WAITING_BYTES = 2 * 2 ** 20;

export type RunInTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface StreamQuery {
  readonly types?: readonly string[] | undefined;
  readonly session_id?: string | undefined;
  /** The last event that the reader has; undefined streams only new events. */
  readonly after?: number | undefined;
  readonly runInTurn?: RunInTurn | undefined;
}

interface Follower {
  /** Sends an event and returns the number of bytes; `encode` encodes the message once for all readers. */
  readonly deliver: (event: StoredTraceEvent, encode: () => Uint8Array) => number;
  /** Called when events from `fromId` on were dropped; the reader then continues from the store. */
  readonly onMissed: (fromId: number) => void;
}

/**
 * Sends the live trace of one account to its readers. Each event is encoded once for all of them, and sent in
 * slices between which other work runs.
 */
class TraceFeed {
  readonly followers = new Set<Follower>();
  readonly unsubscribe: () => void;
  #waitingEvents: StoredTraceEvent[] = [];
  #waitingBytes = 0;
  #remainingBytes = SLICE_BYTES;
  #isSliceScheduled = false;

  constructor(store: Pick<Store, 'trace'>, accountId: string) {
    this.unsubscribe = store.trace.subscribe(accountId, (event) => {
      this.#waitingEvents.push(event);
      this.#waitingBytes += event.json.length;
      if (this.#remainingBytes > 0) this.#sendSlice();
      else if (this.#waitingBytes > MAX_WAITING_BYTES) this.#dropWaiting();
    });
  }

  #sendSlice(): void {
    if (!this.#isSliceScheduled) {
      this.#isSliceScheduled = true;
      setImmediate(() => {
        this.#isSliceScheduled = false;
        this.#remainingBytes = SLICE_BYTES;
        if (this.#waitingEvents.length > 0) this.#sendSlice();
      });
    }
    while (this.#remainingBytes > 0) {
      const event = this.#waitingEvents.shift();
      if (!event) return;
      this.#waitingBytes -= event.json.length;
      let bytes: Uint8Array | undefined;
      const encode = () => {
        bytes ??= encodeMessage(event);
        return bytes;
      };
      for (const follower of this.followers) this.#remainingBytes -= follower.deliver(event, encode);
    }
  }

  /** Drops the queue if events arrive faster than they can be sent; readers then continue from the store. */
  #dropWaiting(): void {
    const [first] = this.#waitingEvents;
    this.#waitingEvents = this.#waitingEvents.filter(({ type }) => type === 'account.deleted');
    this.#waitingBytes = 0;
    if (first) for (const { onMissed } of this.followers) onMissed(first.id);
  }
}

function encodeMessage(event: StoredTraceEvent): Uint8Array {
  return eventBytes(presentEventJson(event), { id: event.id });
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
    const runInTurn: RunInTurn = query.runInTurn ?? ((work) => work());
    return openEventStream({ clock, closing: this.#closing }, (reader) => {
      let sentId = query.after ?? 0;
      let hasLeft = false;
      /** Events stored while a page was read; null if the next page will contain them. */
      let lateEvents: (readonly [StoredTraceEvent, () => Uint8Array])[] | null = null;
      let isLive = query.after === undefined;
      let hasMissed = false;
      const send = (event: StoredTraceEvent, encode = () => encodeMessage(event)): number => {
        if (event.id <= sentId || (query.types && !query.types.includes(event.type))) return 0;
        if (query.session_id && event.sessionId !== query.session_id) return 0;
        sentId = event.id;
        const bytes = encode();
        reader.write(bytes);
        return bytes.length;
      };
      const sendPage = async () => {
        lateEvents = [];
        hasMissed = false;
        const { items, nextCursor } = await store.trace.page(accountId, {
          order: 'asc',
          limit: EVENTS_PER_READ,
          maxBytes: MAX_UNREAD_BYTES,
          after: sentId,
          types: query.types,
          sessionId: query.session_id,
        });
        for (const event of items) send(event);
        isLive = nextCursor === null && !hasMissed;
        if (isLive) for (const [event, encode] of lateEvents) send(event, encode);
        lateEvents = null;
        return !isLive;
      };
      const catchUp = async () => {
        isLive = false;
        for (let hasMore = true; hasMore && !hasLeft; ) {
          await reader.waitUntilDrained();
          hasMore = await runInTurn(sendPage);
        }
      };
      const startCatchUp = () => void catchUp().catch(() => reader.end());
      const unsubscribe = this.#join(accountId, {
        deliver: (event, encode) => {
          const bytes = isLive ? send(event, encode) : 0;
          if (!isLive) lateEvents?.push([event, encode]);
          if (event.type === 'account.deleted') reader.end();
          else if (isLive && reader.waitingBytes > MAX_UNREAD_BYTES) startCatchUp();
          return bytes;
        },
        onMissed: (fromId) => {
          hasMissed = true;
          if (!isLive) return;
          // Continues at `fromId`, because the reader already has all earlier events.
          sentId = Math.max(sentId, fromId - 1);
          startCatchUp();
        },
      });
      if (!isLive) startCatchUp();
      return () => {
        hasLeft = true;
        unsubscribe();
      };
    });
  }

  #join(accountId: string, follower: Follower): () => void {
    const feed = getOrCreate(this.#feeds, accountId, () => new TraceFeed(this.#runtime.store, accountId));
    feed.followers.add(follower);
    return () => {
      feed.followers.delete(follower);
      if (feed.followers.size > 0 || this.#feeds.get(accountId) !== feed) return;
      feed.unsubscribe();
      this.#feeds.delete(accountId);
    };
  }
}
