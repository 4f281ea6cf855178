import type { Clock } from '@svc-simulator/core';

const COMMENT_EVERY_MS = 15_000;

const encoder = new TextEncoder();
const connected = encoder.encode('retry: 1000\n: connected\n\n');
const comment = encoder.encode(': still here\n\n');

/** The other end of a stream. */
export interface StreamReader {
  /** Sends bytes that `eventBytes` made; the same ones may go to every reader. */
  write(message: Uint8Array): void;
  end(): void;
}

/** One message of a stream: `data` is JSON text; `id` lets the reader say where it was when it comes back. */
export function eventBytes(
  data: string,
  { id, event }: { readonly id?: number; readonly event?: string } = {},
): Uint8Array {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return encoder.encode(`${head}data: ${data}\n\n`);
}

export interface EventStreamOptions {
  readonly clock: Clock;
  /** Ends the stream with the simulator. */
  readonly closing: AbortSignal;
  /** A reader that has fallen so many messages behind is cut off; it comes back and goes on from where it was. */
  readonly backlogLimit: number;
}

/**
 * An answer that stays open until its reader goes, falls too far behind or is ended, with a comment every 15 s. `admit` is told of the reader and
 * returns what is to be done when it has gone.
 */
export function openEventStream(
  { clock, closing, backlogLimit }: EventStreamOptions,
  admit: (reader: StreamReader) => () => void,
): Response {
  let isOpen = true;
  let leave = () => {};
  const gone = () => {
    isOpen = false;
    leave();
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const reader: StreamReader = {
          write: (message) => {
            if (!isOpen) return;
            controller.enqueue(message);
            if ((controller.desiredSize ?? 0) < -backlogLimit) reader.end();
          },
          end: () => {
            if (!isOpen) return;
            gone();
            controller.close();
          },
        };
        reader.write(connected);
        const stopBeat = beat(clock, reader);
        closing.addEventListener('abort', reader.end);
        const left = admit(reader);
        leave = () => {
          closing.removeEventListener('abort', reader.end);
          stopBeat();
          left();
        };
        // The stream may have been ended while it was admitted.
        if (!isOpen) leave();
      },
      cancel: gone,
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  });
}

/** Says now and then that the stream is alive, lest something between cut it off. Returns what ends that. */
function beat(clock: Clock, reader: StreamReader): () => void {
  let cancel = () => {};
  const next = () => {
    cancel = clock.at(clock.now() + COMMENT_EVERY_MS, () => {
      next();
      reader.write(comment);
    });
  };
  next();
  return () => cancel();
}
