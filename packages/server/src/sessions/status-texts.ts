import { creditForms } from '@svc-simulator/contract';
import { remembering, type SessionRecord, type StatusSettings, statusData } from '@svc-simulator/core';

/** Texts that are kept, of a few KB each. */
const MOST_TEXTS = 1000;

/**
 * Answers status queries with JSON texts: integrations ask again and again until a session has ended, and its record is the
 * same one until then; a changed session is another record.
 */
export function statusTexts(): (
  session: SessionRecord,
  publicUrl: string,
  settings: StatusSettings,
) => string {
  const textsAt = remembering(1, (publicUrl: string) =>
    remembering(creditForms.length, (receiver_credits: StatusSettings['receiver_credits']) =>
      remembering(MOST_TEXTS, (session: SessionRecord) =>
        JSON.stringify(statusData(session, { publicUrl }, { receiver_credits })),
      ),
    ),
  );
  return (session, publicUrl, { receiver_credits }) => textsAt(publicUrl)(receiver_credits)(session);
}
