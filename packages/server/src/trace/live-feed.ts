import { type EventWriter, eventBytes, openEventStream } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';

/** Readers of one account, which share one subscription. */
interface AccountReaders {
  readonly readers: Map<EventWriter, string | undefined>;
  readonly unsubscribe: () => void;
}

/**
 * Notifies open pages of events in their account; the page then fetches its contents. Each event is
 * serialized once for all pages.
 */
export class LiveFeed {
  readonly #runtime: Pick<Runtime, 'calls' | 'clock' | 'store'>;
  readonly #closing: AbortSignal;
  readonly #readersByAccount = new Map<string, AccountReaders>();
  messageCount = 0;

  constructor(runtime: Pick<Runtime, 'calls' | 'clock' | 'store'>, closing: AbortSignal) {
    this.#runtime = runtime;
    this.#closing = closing;
  }

  /** Streams new events and refused calls of an account, or only the new events of one session. */
  follow(accountId: string, sessionId?: string): Response {
    const options = { clock: this.#runtime.clock, closing: this.#closing };
    return openEventStream(options, (reader) => this.#addReader(accountId, reader, sessionId));
  }

  followCalls(accountId: string): Response {
    const { clock, calls } = this.#runtime;
    return openEventStream({ clock, closing: this.#closing }, (reader) =>
      calls.subscribe(accountId, () => reader.write(eventBytes(JSON.stringify({ id: calls.lastId })))),
    );
  }

  #addReader(accountId: string, reader: EventWriter, sessionId: string | undefined): () => void {
    const accountReaders = this.#readersByAccount.get(accountId) ?? this.#openReaders(accountId);
    accountReaders.readers.set(reader, sessionId);
    return () => {
      accountReaders.readers.delete(reader);
      if (accountReaders.readers.size > 0 || this.#readersByAccount.get(accountId) !== accountReaders) return;
      accountReaders.unsubscribe();
      this.#readersByAccount.delete(accountId);
    };
  }

  #openReaders(accountId: string): AccountReaders {
    const readers: AccountReaders['readers'] = new Map();
    const unsubscribeTrace = this.#runtime.store.trace.subscribe(accountId, ({ id, type, sessionId }) => {
      this.messageCount++;
      const message = eventBytes(JSON.stringify({ id, type, session_id: sessionId }), { id });
      for (const [reader, followedSessionId] of [...readers]) {
        if (followedSessionId === undefined || followedSessionId === sessionId) reader.write(message);
      }
    });
    // Sends only refused calls, because other calls cause trace events.
    const unsubscribeCalls = this.#runtime.calls.subscribe(accountId, ({ status }) => {
      if (status < 400) return;
      const message = eventBytes(JSON.stringify({ type: 'call.refused' }));
      for (const [reader, followedSessionId] of [...readers])
        if (followedSessionId === undefined) reader.write(message);
    });
    const unsubscribe = () => {
      unsubscribeCalls();
      unsubscribeTrace();
    };
    const accountReaders = { readers, unsubscribe };
    this.#readersByAccount.set(accountId, accountReaders);
    return accountReaders;
  }
}
