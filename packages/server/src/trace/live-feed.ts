import { eventBytes, openEventStream, type StreamReader } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';

/** The readers of one account by session, with the function that ends their shared subscription. */
interface Circle {
  readonly readers: Map<StreamReader, string | undefined>;
  readonly unsubscribe: () => void;
}

/**
 * Notifies open pages of events in their account; the page then fetches its contents. Each event is
 * serialized once for all pages.
 */
export class LiveFeed {
  readonly #runtime: Pick<Runtime, 'calls' | 'clock' | 'store'>;
  readonly #closing: AbortSignal;
  readonly #circles = new Map<string, Circle>();
  messages = 0;

  constructor(runtime: Pick<Runtime, 'calls' | 'clock' | 'store'>, closing: AbortSignal) {
    this.#runtime = runtime;
    this.#closing = closing;
  }

  /** Streams new events of an account or of one session, including refused calls. */
  follow(accountId: string, sessionId?: string): Response {
    const options = { clock: this.#runtime.clock, closing: this.#closing };
    return openEventStream(options, (reader) => this.#admit(accountId, reader, sessionId));
  }

  followCalls(accountId: string): Response {
    const { clock, calls } = this.#runtime;
    return openEventStream({ clock, closing: this.#closing }, (reader) =>
      calls.subscribe(accountId, () => reader.write(eventBytes(JSON.stringify({ id: calls.lastId })))),
    );
  }

  #admit(accountId: string, reader: StreamReader, sessionId: string | undefined): () => void {
    const circle = this.#circles.get(accountId) ?? this.#open(accountId);
    circle.readers.set(reader, sessionId);
    return () => {
      circle.readers.delete(reader);
      if (circle.readers.size > 0 || this.#circles.get(accountId) !== circle) return;
      circle.unsubscribe();
      this.#circles.delete(accountId);
    };
  }

  #open(accountId: string): Circle {
    const readers: Circle['readers'] = new Map();
    const unfollow = this.#runtime.store.trace.subscribe(accountId, ({ id, type, sessionId }) => {
      this.messages++;
      const message = eventBytes(JSON.stringify({ id, type, session_id: sessionId }), { id });
      for (const [reader, followed] of [...readers]) {
        if (followed === undefined || followed === sessionId) reader.write(message);
      }
    });
    // Only refused calls are news: the effects of others are trace events.
    const unlisten = this.#runtime.calls.subscribe(accountId, ({ status }) => {
      if (status < 400) return;
      const message = eventBytes(JSON.stringify({ type: 'call.refused' }));
      for (const [reader, followed] of [...readers]) if (followed === undefined) reader.write(message);
    });
    const unsubscribe = () => {
      unlisten();
      unfollow();
    };
    const circle = { readers, unsubscribe };
    this.#circles.set(accountId, circle);
    return circle;
  }
}
