import { creditForms } from '@svc-simulator/contract';
import { memoize, type SessionRecord, type StatusSettings, statusData } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';

/** Texts that are kept, of a few KB each. */
const MOST_TEXTS = 1000;

type StatusText = (session: SessionRecord, publicUrl: string, settings: StatusSettings) => string;

/**
 * Answers status queries with JSON texts: integrations ask again and again until a session has ended, and in the embedded
 * store its record is the same object until then; a changed session is another one. A shared store reads a new object each
 * time: a text of it would never be found again, and would only keep the record alive.
 */
export function statusTexts({ peers }: Pick<Store, 'peers'>): StatusText {
  if (peers)
    return (session, publicUrl, settings) => JSON.stringify(statusData(session, { publicUrl }, settings));
  const textsAt = memoize(1, (publicUrl: string) =>
    memoize(creditForms.length, (receiver_credits: StatusSettings['receiver_credits']) =>
      memoize(MOST_TEXTS, (session: SessionRecord) =>
        JSON.stringify(statusData(session, { publicUrl }, { receiver_credits })),
      ),
    ),
  );
  return (session, publicUrl, { receiver_credits }) => textsAt(publicUrl)(receiver_credits)(session);
}
