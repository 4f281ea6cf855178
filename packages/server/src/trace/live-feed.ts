import { eventBytes, openEventStream, type StreamReader } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';

/** The readers of one account, each with the session that it follows, and what ends their common subscription. */
interface Circle {
  readonly readers: Map<StreamReader, string | undefined>;
  readonly unsubscribe: () => void;
}

/**
 * Tells open pages that something has happened in their account. A message names the event and no more: the page fetches
 * what it shows. However many pages are open, an event is made into one message once.
 */
export class LiveFeed {
  readonly #runtime: Pick<Runtime, 'calls' | 'clock' | 'store'>;
  readonly #closing: AbortSignal;
  readonly #circles = new Map<string, Circle>();
  /** Messages made so far, whoever they went to. */
  messages = 0;

  constructor(runtime: Pick<Runtime, 'calls' | 'clock' | 'store'>, closing: AbortSignal) {
    this.#runtime = runtime;
    this.#closing = closing;
  }

  /** A stream of what happens from now on in an account, refused calls included, or in one session of it. */
  follow(accountId: string, sessionId?: string): Response {
    const options = { clock: this.#runtime.clock, closing: this.#closing };
    return openEventStream(options, (reader) => this.#admit(accountId, reader, sessionId));
  }

  /** A stream that tells of each API call of an account from now on. */
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
    // Of all calls only those that were refused are news: what another does is told by its events.
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
