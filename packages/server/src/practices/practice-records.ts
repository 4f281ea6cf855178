import { practicesOf } from '@svc-simulator/core';
import type { NumberedEvent } from '../store/commit.ts';
import { type Put, put } from '../store/store.ts';

/** The practices that a trace event proves, as records; the store keeps the first of each, in the event's own commit. */
export function practiceRecords(event: NumberedEvent): readonly Put[] {
  const done = practicesOf(event);
  if (done.length === 0) return [];
  const { accountId, id, type, at, sessionId } = event;
  const evidence = { event_id: id, type, ...(sessionId === undefined ? {} : { session_id: sessionId }) };
  return done.map((practiceId) =>
    put('practice', `${accountId}:${practiceId}`, { accountId, practiceId, completedAt: at, evidence }),
  );
}
