import type { CancelTimer } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';

const COMMENT_EVERY_MS = 15_000;
/** A reader that has fallen so many messages behind is cut off; its page comes back and shows what is true by then. */
const BACKLOG_LIMIT = 1000;

interface Reader {
  readonly sessionId: string | undefined;
  write(message: Uint8Array): void;
  end(): void;
}

/** The readers of one account, and what ends their common subscription. */
interface Circle {
  readonly readers: Set<Reader>;
  readonly unsubscribe: () => void;
}

/**
 * Tells open pages that something has happened in their account. A message names the event and no more: the page fetches
 * what it shows. However many pages are open, an event is made into one message once.
 */
export class LiveFeed {
  readonly #runtime: Runtime;
  readonly #circles = new Map<string, Circle>();
  readonly #encoder = new TextEncoder();
  readonly #comment = this.#encoder.encode(': still here\n\n');
  #cancelBeat: CancelTimer | null = null;
  /** Messages made so far, whoever they went to. */
  messages = 0;

  constructor(runtime: Runtime, closing: AbortSignal) {
    this.#runtime = runtime;
    closing.addEventListener('abort', () => this.#endAll(), { once: true });
  }

  /** A stream of what happens from now on in an account, or in one session of it. */
  follow(accountId: string, sessionId?: string): Response {
    let leave = () => {};
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const reader: Reader = {
            sessionId,
            write: (message) => {
              controller.enqueue(message);
              if ((controller.desiredSize ?? 0) < -BACKLOG_LIMIT) reader.end();
            },
            end: () => {
              leave();
              controller.close();
            },
          };
          leave = this.#admit(accountId, reader);
          controller.enqueue(this.#encoder.encode('retry: 1000\n: connected\n\n'));
        },
        cancel: () => leave(),
      },
      { highWaterMark: 0 },
    );
    return eventStream(stream);
  }

  #admit(accountId: string, reader: Reader): () => void {
    const circle = this.#circles.get(accountId) ?? this.#open(accountId);
    circle.readers.add(reader);
    this.#cancelBeat ??= this.#beat();
    return () => {
      circle.readers.delete(reader);
      if (circle.readers.size > 0 || this.#circles.get(accountId) !== circle) return;
      circle.unsubscribe();
      this.#circles.delete(accountId);
      if (this.#circles.size > 0) return;
      this.#cancelBeat?.();
      this.#cancelBeat = null;
    };
  }

  #open(accountId: string): Circle {
    const readers = new Set<Reader>();
    const unsubscribe = this.#runtime.store.trace.subscribe(accountId, ({ id, type, sessionId }) => {
      this.messages++;
      const message = this.#encoder.encode(
        `id: ${id}\ndata: ${JSON.stringify({ id, type, session_id: sessionId })}\n\n`,
      );
      for (const reader of [...readers]) {
        if (reader.sessionId === undefined || reader.sessionId === sessionId) reader.write(message);
      }
    });
    const circle = { readers, unsubscribe };
    this.#circles.set(accountId, circle);
    return circle;
  }

  #beat(): CancelTimer {
    const { clock } = this.#runtime;
    return clock.at(clock.now() + COMMENT_EVERY_MS, () => {
      this.#cancelBeat = this.#beat();
      for (const { readers } of this.#circles.values()) {
        for (const reader of [...readers]) reader.write(this.#comment);
      }
    });
  }

  #endAll(): void {
    for (const { readers } of [...this.#circles.values()]) for (const reader of [...readers]) reader.end();
  }
}

/** An answer that stays open. */
export function eventStream(stream: ReadableStream<Uint8Array>): Response {
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  });
}
