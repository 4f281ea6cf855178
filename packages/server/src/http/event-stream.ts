import type { Operation } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';

const EVENT_STREAM = 'text/event-stream';
const COMMENT_EVERY_MS = 15_000;

const encoder = new TextEncoder();
const connected = encoder.encode('retry: 1000\n: connected\n\n');
const comment = encoder.encode(': still here\n\n');

/**
 * Bytes that may wait for a reader, besides the message that exceeds them; a disconnected reader resumes
 * without a gap.
 */
const MOST_UNREAD_BYTES = 2 ** 20;

/** Small messages are merged up to this size, because each chunk costs a write. */
const CHUNK_BYTES = 16 * 1024;

export interface StreamReader {
  write(message: Uint8Array): void;
  end(): void;
  readonly waitingBytes: number;
  /** Resolves when the reader has read everything or has disconnected. */
  drained(): Promise<void>;
}

export function wantsStream({ media }: Operation, accept = ''): boolean {
  return accept.includes(EVENT_STREAM) && media?.includes(EVENT_STREAM) === true;
}

export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith(EVENT_STREAM) === true;
}

/** Encodes a stream message; `data` is JSON text, and a reconnecting reader sends the last `id`. */
export function eventBytes(
  data: string,
  { id, event }: { readonly id?: number; readonly event?: string } = {},
): Uint8Array {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return encoder.encode(`${head}data: ${data}\n\n`);
}

export interface EventStreamOptions {
  readonly clock: Clock;
  readonly closing: AbortSignal;
}

/**
 * Returns a response that stays open until its reader leaves or falls too far behind, with a comment every 15
 * s. `admit` returns the clean-up function.
 */
export function openEventStream(
  { clock, closing }: EventStreamOptions,
  admit: (reader: StreamReader) => () => void,
): Response {
  let leave = () => {};
  const outlet = new Outlet(() => leave());
  const stopBeat = beat(clock, outlet);
  const end = () => outlet.end();
  closing.addEventListener('abort', end);
  outlet.write(connected);
  const left = admit(outlet);
  leave = () => {
    closing.removeEventListener('abort', end);
    stopBeat();
    left();
  };
  // The stream may have ended while it was admitted.
  if (!outlet.isOpen) leave();
  return new Response(outlet.stream, {
    headers: {
      'content-type': `${EVENT_STREAM}; charset=utf-8`,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  });
}

/** Queues the messages of a reader until it reads them, so that their bytes can be counted and dropped. */
class Outlet implements StreamReader {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #gone: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #isWanted = false;
  #drained: (() => void)[] = [];
  isOpen = true;

  constructor(onGone: () => void) {
    this.#gone = onGone;
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pull(),
        cancel: () => this.#close(),
      },
      { highWaterMark: 0 },
    );
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  write(message: Uint8Array): void {
    if (!this.isOpen) return;
    if (this.#isWanted) {
      this.#isWanted = false;
      this.#controller?.enqueue(message);
    } else if (this.#waitingBytes > MOST_UNREAD_BYTES) {
      this.#waiting = [];
      this.end();
    } else {
      this.#waiting.push(message);
      this.#waitingBytes += message.length;
    }
  }

  end(): void {
    if (!this.isOpen) return;
    this.#close();
    for (const message of this.#waiting) this.#controller?.enqueue(message);
    this.#controller?.close();
  }

  drained(): Promise<void> {
    if (this.#isWanted || !this.isOpen) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  #pull(): void {
    const [first] = this.#waiting;
    if (first) {
      let count = 1;
      let bytes = first.length;
      for (let next = this.#waiting[1]; next && bytes + next.length <= CHUNK_BYTES; ) {
        bytes += next.length;
        next = this.#waiting[++count];
      }
      this.#waitingBytes -= bytes;
      const messages = this.#waiting.splice(0, count);
      this.#controller?.enqueue(count === 1 ? first : Buffer.concat(messages));
    } else {
      this.#isWanted = true;
      this.#tellDrained();
    }
  }

  #close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#gone();
    this.#tellDrained();
  }

  #tellDrained(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }
}

/** Sends comments that keep proxies from closing an idle stream; returns the function that stops them. */
function beat(clock: Clock, reader: StreamReader): () => void {
  let cancel = () => {};
  const next = () => {
    cancel = clock.after(COMMENT_EVERY_MS, () => {
      next();
      reader.write(comment);
    });
  };
  next();
  return () => cancel();
}
