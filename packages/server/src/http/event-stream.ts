import type { Operation } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';

const EVENT_STREAM = 'text/event-stream';
const HEARTBEAT_EVERY_MS = 15_000;

const utf8Encoder = new TextEncoder();
const openingBytes = utf8Encoder.encode('retry: 1000\n: connected\n\n');
const heartbeatBytes = utf8Encoder.encode(': still here\n\n');

/**
 * A stream with more unread bytes than this ends. The client reconnects and resumes after the last event that
 * it read.
 */
const MAX_BACKLOG_BYTES = 2 ** 20;

/** Small messages are merged up to this size, because each chunk is a separate write. */
const CHUNK_BYTES = 16 * 1024;

export type EventWriter = Pick<MessageQueue, 'write' | 'end' | 'waitingBytes' | 'waitUntilDrained'>;

export function acceptsStream({ media }: Operation, accept = ''): boolean {
  return accept.includes(EVENT_STREAM) && media?.includes(EVENT_STREAM) === true;
}

export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith(EVENT_STREAM) === true;
}

/** Encodes a server-sent event. `data` is JSON; a client that reconnects sends the `id` of its last event. */
export function eventBytes(
  data: string,
  { id, event }: { readonly id?: number; readonly event?: string } = {},
): Uint8Array {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return utf8Encoder.encode(`${head}data: ${data}\n\n`);
}

/**
 * Returns a response that stays open until its client disconnects or reads too slowly. Sends a comment every
 * 15 s. `subscribe` starts the messages and returns the function that stops them.
 */
export function openEventStream(
  { clock, closing }: { readonly clock: Clock; readonly closing: AbortSignal },
  subscribe: (writer: EventWriter) => () => void,
): Response {
  let cleanUp = () => {};
  const queue = new MessageQueue(() => cleanUp());
  const stopHeartbeat = startHeartbeat(clock, queue);
  const end = () => queue.end();
  closing.addEventListener('abort', end);
  queue.write(openingBytes);
  const unsubscribe = subscribe(queue);
  cleanUp = () => {
    closing.removeEventListener('abort', end);
    stopHeartbeat();
    unsubscribe();
  };
  // `subscribe` may have ended the stream before it returned the function that stops the messages.
  if (!queue.isOpen) cleanUp();
  return new Response(queue.stream, {
    headers: {
      'content-type': `${EVENT_STREAM}; charset=utf-8`,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  });
}

/**
 * Queues the messages of a stream. A `ReadableStream` alone can't merge small messages or disconnect a slow
 * client.
 */
class MessageQueue {
  readonly stream = new ReadableStream<Uint8Array>(
    { pull: (controller) => this.#pull(controller), cancel: () => this.end() },
    { highWaterMark: 0 },
  );
  readonly #onEnd: () => void;
  #waitingMessages: Uint8Array[] = [];
  /** Continues a pull that waits for a message; undefined if no pull waits. */
  #onMessage: (() => void) | undefined;
  #onDrained: (() => void)[] = [];
  waitingBytes = 0;
  isOpen = true;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  write(message: Uint8Array): void {
    if (!this.isOpen) return;
    if (this.waitingBytes > MAX_BACKLOG_BYTES) {
      this.#waitingMessages = [];
      this.end();
    } else {
      this.#waitingMessages.push(message);
      this.waitingBytes += message.length;
      this.#onMessage?.();
    }
  }

  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#onEnd();
    this.#onMessage?.();
    this.#resolveDrained();
  }

  /** Resolves when the client has read everything or has disconnected. */
  waitUntilDrained(): Promise<void> {
    if (!this.isOpen || (this.#onMessage && this.#waitingMessages.length === 0)) return Promise.resolve();
    return new Promise((resolve) => this.#onDrained.push(resolve));
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (this.isOpen && this.#waitingMessages.length === 0) {
      const nextMessage = new Promise<void>((resolve) => {
        this.#onMessage = resolve;
      });
      this.#resolveDrained();
      await nextMessage;
      this.#onMessage = undefined;
    }
    const [first] = this.#waitingMessages;
    if (!first) return controller.close();
    let bytes = 0;
    const excessIndex = this.#waitingMessages.findIndex((message) => {
      bytes += message.length;
      return bytes > CHUNK_BYTES;
    });
    const count = excessIndex < 0 ? this.#waitingMessages.length : Math.max(1, excessIndex);
    const messages = this.#waitingMessages.splice(0, count);
    const chunk = messages.length === 1 ? first : Buffer.concat(messages);
    this.waitingBytes -= chunk.length;
    controller.enqueue(chunk);
  }

  #resolveDrained(): void {
    for (const resolve of this.#onDrained.splice(0)) resolve();
  }
}

/** Sends comments, so that proxies don't close an idle stream. Returns the function that stops them. */
function startHeartbeat(clock: Clock, writer: EventWriter): () => void {
  let cancel = () => {};
  const schedule = () => {
    cancel = clock.after(HEARTBEAT_EVERY_MS, () => {
      schedule();
      writer.write(heartbeatBytes);
    });
  };
  schedule();
  return () => cancel();
}
