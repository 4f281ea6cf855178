import { type ForcedOutcome, legOutcomes } from '@svc-simulator/contract';
import {
  type AccountClock,
  accreditationTransitions,
  legOneTransitions,
  type SessionRecord,
} from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { DueTime } from '../parts/due-time.tsx';
import { Action } from '../parts/submit.tsx';
import { sessionTexts } from './texts.ts';

export interface AdmittedOutcome {
  readonly leg: 1 | 2;
  readonly outcome: ForcedOutcome;
}

/** The outcomes that a session admits now, in the order of the machines' tables. */
export function admittedOutcomes({
  status,
  accreditation,
}: Pick<SessionRecord, 'status' | 'accreditation'>): readonly AdmittedOutcome[] {
  const legOne = legOutcomes[1].filter((outcome) => legOneTransitions[status][outcome] !== undefined);
  const legTwo =
    status === 'paid'
      ? legOutcomes[2].filter(
          (outcome) => accreditationTransitions[accreditation].control[outcome] !== undefined,
        )
      : [];
  return [
    ...legOne.map((outcome) => ({ leg: 1 as const, outcome })),
    ...legTwo.map((outcome) => ({ leg: 2 as const, outcome })),
  ];
}

interface OutcomesProps {
  readonly lang: Language;
  readonly session: SessionRecord;
  readonly clock: AccountClock | undefined;
}

/** A button for each outcome that the session admits. */
export function Outcomes({ lang, session, clock }: OutcomesProps) {
  const texts = sessionTexts(lang).outcomes;
  const admitted = admittedOutcomes(session);
  if (admitted.length === 0) return <p class="soft">{texts.done}</p>;
  return (
    <section class="panel outcomes" aria-labelledby="outcomes-heading">
      <div>
        <h2 id="outcomes-heading">{texts.heading}</h2>
        <p class="soft">
          <Lead lang={lang} session={session} clock={clock} />
        </p>
      </div>
      <div class="row">
        {admitted.map(({ leg, outcome }) => (
          <Action
            to={`/console/sessions/${session.id}`}
            fields={{ do: 'outcome', leg: String(leg), outcome }}
            kind={outcome === 'paid' || outcome === 'accredited' ? 'primary' : undefined}
            id={`outcome-${outcome}`}
            text={
              <>
                {texts.names[outcome]}
                <code>{outcome}</code>
              </>
            }
          />
        ))}
      </div>
    </section>
  );
}

function Lead({ lang, session, clock }: OutcomesProps) {
  const texts = sessionTexts(lang).outcomes;
  const { status, accreditation, accreditationDue } = session;
  if (status === 'pending') return <>{texts.pending}</>;
  if (accreditationDue) {
    return (
      <>
        {texts.scheduled} <DueTime lang={lang} atMs={accreditationDue.at} clock={clock} form="clock" />.
      </>
    );
  }
  return <>{accreditation === 'failed' ? texts.retry : texts.paid}</>;
}
