import { remembering, type SessionRecord, statusData } from '@svc-simulator/core';

/** Texts that are kept, of a few KB each. */
const MOST_TEXTS = 1000;

/**
 * Answers status queries with JSON texts: integrations ask again and again until a session has ended, and its record is the
 * same one until then; a changed session is another record.
 */
export function statusTexts(): (session: SessionRecord, publicUrl: string) => string {
  const textsAt = remembering(1, (publicUrl: string) =>
    remembering(MOST_TEXTS, (session: SessionRecord) => JSON.stringify(statusData(session, { publicUrl }))),
  );
  return (session, publicUrl) => textsAt(publicUrl)(session);
}
