import type { ClassRecord, Clock } from '@svc-simulator/core';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import type { ClassBoards } from './class-boards.ts';

/**
 * The live board of a class as an event stream: `board` with all trainees, then `row` and `left` as they happen, each
 * with its JSON as `data`. For callers that may see the class (`ownClass`).
 */
export function boardStream(
  boards: ClassBoards,
  classRecord: ClassRecord,
  clock: Clock,
  closing: AbortSignal,
): Response {
  return openEventStream({ clock, closing }, (reader) =>
    boards.follow(classRecord, ({ kind, json }) => {
      if (kind === 'ended') reader.end();
      else reader.write(eventBytes(json, { event: kind }));
    }),
  );
}
