import { type PracticeRecord, RETENTION_MS } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { practiceTexts } from './texts.ts';

interface EvidenceProps {
  readonly lang: Language;
  readonly record: PracticeRecord;
  readonly now: number;
}

/** The event that proves a practice, and its session, as links for as long as the trace keeps them. */
export function EvidenceLinks({ lang, record: { evidence, completedAt }, now }: EvidenceProps) {
  const { event_id: eventId, type, session_id: sessionId } = evidence;
  if (completedAt <= now - RETENTION_MS) return <code>{type}</code>;
  const texts = practiceTexts(lang);
  return (
    <>
      <a href={`/console/trace/${eventId}`} title={texts.proof(eventId)}>
        <code>{type}</code>
      </a>
      {sessionId !== undefined && (
        <a href={`/console/sessions/${encodeURIComponent(sessionId)}`}>{texts.session}</a>
      )}
    </>
  );
}
