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

export type StreamReader = Pick<Outlet, 'write' | 'end' | 'waitingBytes' | 'drained'>;

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

/**
 * Returns a response that stays open until its reader leaves or falls too far behind, with a comment every 15
 * s. `admit` returns the clean-up function.
 */
export function openEventStream(
  { clock, closing }: { readonly clock: Clock; readonly closing: AbortSignal },
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

/** Queues the messages of a reader, so that their bytes can be counted, merged and dropped. */
class Outlet {
  readonly stream = new ReadableStream<Uint8Array>(
    { pull: (controller) => this.#pull(controller), cancel: () => this.end() },
    { highWaterMark: 0 },
  );
  readonly #gone: () => void;
  #waiting: Uint8Array[] = [];
  /** Continues the pull that found no message; undefined if none waits. */
  #wake: (() => void) | undefined;
  #drained: (() => void)[] = [];
  waitingBytes = 0;
  isOpen = true;

  constructor(onGone: () => void) {
    this.#gone = onGone;
  }

  write(message: Uint8Array): void {
    if (!this.isOpen) return;
    if (this.waitingBytes > MOST_UNREAD_BYTES) {
      this.#waiting = [];
      this.end();
    } else {
      this.#waiting.push(message);
      this.waitingBytes += message.length;
      this.#wake?.();
    }
  }

  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#gone();
    this.#wake?.();
    this.#tellDrained();
  }

  /** Resolves when the reader has read everything or has disconnected. */
  drained(): Promise<void> {
    if (!this.isOpen || (this.#wake && this.#waiting.length === 0)) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (this.isOpen && this.#waiting.length === 0) {
      const wakened = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#tellDrained();
      await wakened;
      this.#wake = undefined;
    }
    const [first] = this.#waiting;
    if (!first) return controller.close();
    let bytes = 0;
    const excess = this.#waiting.findIndex((message) => {
      bytes += message.length;
      return bytes > CHUNK_BYTES;
    });
    const messages = this.#waiting.splice(0, excess < 0 ? this.#waiting.length : Math.max(1, excess));
    const chunk = messages.length === 1 ? first : Buffer.concat(messages);
    this.waitingBytes -= chunk.length;
    controller.enqueue(chunk);
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
