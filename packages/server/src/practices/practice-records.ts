import { findProvenPractices, performerOf, practiceKey } from '@svc-simulator/core';
import type { NumberedEvent, RecordExists } from '@svc-simulator/store/commit.ts';
import { type Put, put } from '@svc-simulator/store/store.ts';

/**
 * Returns the records of practices that a trace event proves. The store keeps only the first record of each
 * practice, in the event's commit.
 */
export function practiceRecords(event: NumberedEvent, recordExists?: RecordExists): readonly Put[] {
  const puts: Put[] = [];
  for (const practiceId of findProvenPractices(event)) {
    const { accountId, type, at, sessionId } = event;
    const by = performerOf(practiceId, event);
    const common = { accountId, practiceId, ...(by && { by }) };
    const id = practiceKey(common);
    if (recordExists?.('practice', id)) continue;
    const evidence = {
      event_id: event.id,
      type,
      ...(sessionId === undefined ? {} : { session_id: sessionId }),
    };
    puts.push(put('practice', id, { ...common, completedAt: at, evidence }));
  }
  return puts;
}
