import type { ClassRecord, Clock } from '@svc-simulator/core';
import type { ClassBoards } from './class-boards.ts';

const COMMENT_EVERY_MS = 15_000;
/** A reader that has fallen so many messages behind is cut off; it comes back and gets the whole board. */
const BACKLOG_LIMIT = 2000;

/**
 * The live board of a class as an event stream: `board` with all trainees, then `row` and `left` as they happen, each
 * with its JSON as `data`, and a comment every 15 s. For callers that may see the class (`ownClass`).
 */
export function boardStream(
  boards: ClassBoards,
  classRecord: ClassRecord,
  clock: Clock,
  closing: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  let open = true;
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let cancelTimer = () => {};
      let unfollow = () => {};
      const write = (text: string) => {
        if (open) controller.enqueue(encoder.encode(text));
      };
      const beat = () => {
        cancelTimer = clock.at(clock.now() + COMMENT_EVERY_MS, () => {
          write(': still here\n\n');
          beat();
        });
      };
      stop = () => {
        open = false;
        unfollow();
        cancelTimer();
        closing.removeEventListener('abort', end);
      };
      const end = () => {
        if (!open) return;
        stop();
        controller.close();
      };
      closing.addEventListener('abort', end);
      write(': connected\n\n');
      beat();
      unfollow = boards.follow(classRecord, ({ kind, json }) => {
        if (kind !== 'ended') write(`event: ${kind}\ndata: ${json}\n\n`);
        if (kind === 'ended' || (controller.desiredSize ?? 0) < -BACKLOG_LIMIT) end();
      });
      // The listener may have ended it before there was anything to unfollow.
      if (!open) unfollow();
    },
    cancel() {
      stop();
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  });
}
