import { accept, type Outcome, refuse } from '@svc-simulator/contract';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { AccreditationOutcome, AccreditationState, SessionRecord } from '../records.ts';
import { calculateCredits } from './credits.ts';
import { summaryView } from './payment-view.ts';
import { decision, type SessionContext, type SessionDecision, sessionEvent } from './session-decision.ts';

export type AccreditationSource = 'schedule' | 'script' | 'control';

const bothOutcomes = { accredited: 'accredited', accreditation_to_recipient_failed: 'failed' } as const;

/** The next state of leg 2 by state, source and outcome (contract section 9); a missing entry is refused. */
export const accreditationTransitions: Readonly<
  Record<
    AccreditationState,
    Readonly<Record<AccreditationSource, Readonly<Partial<Record<AccreditationOutcome, AccreditationState>>>>>
  >
> = {
  none: { schedule: {}, script: {}, control: bothOutcomes },
  scheduled: { schedule: bothOutcomes, script: bothOutcomes, control: bothOutcomes },
  accredited: { schedule: {}, script: {}, control: {} },
  failed: { schedule: {}, script: {}, control: { accredited: 'accredited' } },
};

/**
 * Ends leg 2 with credits, a trace event and a webhook; the status stays `paid`. Returns 500 if the session
 * isn't paid or `accreditationTransitions` has no entry.
 */
export function accredit(
  session: SessionRecord,
  outcome: AccreditationOutcome,
  source: AccreditationSource,
  { now, numbers }: Pick<SessionContext, 'now' | 'numbers'>,
): Outcome<SessionDecision> {
  if (session.status !== 'paid') return notAdmitted(message('word.not_admitted.unpaid'));
  const accreditation = accreditationTransitions[session.accreditation][source][outcome];
  if (accreditation === undefined)
    return notAdmitted(message('word.not_admitted.accreditation', { accreditation: session.accreditation }));
  const credits = calculateCredits(session, outcome, now, numbers);
  const { total_bank_commissions_ves: _, ...totals } = summaryView(credits);
  const data = { source, ...totals };
  const type = outcome === 'accredited' ? 'session.accredited' : 'session.accreditation_failed';
  return accept(
    decision(
      { ...session, accreditation, accreditationDue: null, updatedAt: now, credits },
      [sessionEvent(session, now, type, data)],
      [`payment_session.${outcome}`],
    ),
  );
}

export function plannedAccreditation(
  outcome: AccreditationOutcome | 'none',
  atMs: number,
  source?: 'script',
): Pick<SessionRecord, 'accreditation' | 'accreditationDue'> {
  if (outcome === 'none') return { accreditation: 'none', accreditationDue: null };
  return { accreditation: 'scheduled', accreditationDue: { at: atMs, outcome, ...(source && { source }) } };
}

export function accreditWhenDue(
  session: SessionRecord,
  context: SessionContext,
  untilMs: number,
): SessionDecision {
  const due = session.accreditationDue;
  if (due === null || due.at > untilMs) return decision(session, []);
  const outcome = accredit(session, due.outcome, due.source ?? 'schedule', context);
  return outcome.ok ? outcome.value : decision(session, []);
}

/** Returns the refusal (500) of a forced outcome that the session's state doesn't allow. */
export function notAdmitted(why: Message): Outcome<never> {
  return refuse({
    status: 500,
    title: 'problem.title.transition',
    ...message('problem.not_admitted', { why }),
  });
}
