import type { DataOf, getProgress, TraineeState } from '@svc-simulator/contract';
import { halfReasonOf, practiceCounts } from '@svc-simulator/contract';
import { practices as allPractices, practiceGroups } from '@svc-simulator/core';
import type { Child } from 'hono/jsx';
import { withCode } from '../../kit/page-frame.tsx';
import { capital, LinkButton, t } from '../../kit/parts.tsx';
import { CredentialsHint } from '../parts/list.tsx';
import { PageHead, Panel, Time } from '../parts/parts.tsx';
import { dayText } from './certificate.tsx';

const practicePaths: Readonly<Partial<Record<string, string>>> = {
  login: '/docs/api',
  agreement: '/console/agreements#add',
  button_session: '/console/simulate?preset=button#session',
  request_session: '/console/simulate?preset=request#session',
  webhook_acknowledged: '/console/simulate?preset=captura#session',
  accreditation_received: '/console/simulate?preset=captura#session',
  accreditation_failed: '/console/simulate?preset=captura#session',
  failed_payment: '/console/simulate?preset=captura#session',
  expired_session: '/console/simulate?preset=captura#session',
  payment_on_page: '/console/simulate?preset=button#session',
  retry_survived: '/console/simulate#session',
  fast_answers: '/console/receivers#examine',
  webhook_signature_checked: '/console/receivers#examine',
  stale_timestamp_refused: '/console/receivers#examine',
  duplicate_accepted: '/console/receivers#examine',
  unknown_event_tolerated: '/console/receivers#examine',
  extra_fields_tolerated: '/console/receivers#examine',
  terminal_paired: '/terminal',
  transaction_paid: '/console/simulate#charge',
  transaction_cancelled: '/console/simulate#charge',
  paid_after_cancellation: '/console/simulate#charge',
  transaction_voided: '/console/simulate#charge',
  batch_settled: '/terminal',
};

type PracticesState = DataOf<typeof getProgress>;
type PracticeState = PracticesState['practices'][number];

interface PracticesProps {
  /** Events before this time are no longer in the trace. */
  readonly keptSince: number;
  readonly progress: PracticesState;
  /** True if the commands in the hints need no credentials, as for the demo account. */
  readonly isDemo: boolean;
}

export function Practices({ keptSince, progress, isDemo }: PracticesProps) {
  return (
    <>
      <PageHead title={t('console.frame.areas.practices')} lead={t('console.practices.lead')} />
      <div class="stack loose" data-live="practices">
        <PracticeSummary progress={progress}>{!isDemo && <CredentialsHint />}</PracticeSummary>
        <div class="two-columns">
          {practicePanels(progress.practices).map(([title, groupPractices]) => (
            <Panel
              title={title}
              aside={
                <p class="soft figures">
                  {groupPractices.filter(({ whole }) => whole).length} / {groupPractices.length}
                </p>
              }
            >
              <ol class="stack">
                {groupPractices.map((practice) => (
                  <PracticeItem
                    keptSince={keptSince}
                    practice={practice}
                    isNext={practice.id === progress.next}
                  />
                ))}
              </ol>
            </Panel>
          ))}
        </div>
      </div>
    </>
  );
}

type SummaryProps = Readonly<{ progress: PracticesState; children?: Child }>;

/** Shows how many practices are done, and the next one. */
export function PracticeSummary({ progress, children }: SummaryProps) {
  const { total, practices, due_at: dueAt } = progress;
  const { done, tally, withTools } = practiceTally(progress);
  const next = practices.find(({ id }) => id === progress.next);
  return (
    <Panel title={tally} lead={withTools} name="tally">
      <progress max={total} value={done} aria-labelledby="tally-heading" />
      {dueAt && (
        <p class="small">
          {t('field.label.due_at')}: {dayText(Date.parse(dueAt), t)}
        </p>
      )}
      {next ? <NextPractice practice={next} /> : <CertificateLink />}
      {children}
    </Panel>
  );
}

export function practiceTally({ total, practices }: Pick<TraineeState, 'total' | 'practices'>) {
  const counts = practiceCounts(practices);
  const { done } = counts;
  const tally = t('console.practices.tally', { done, total });
  return { done, tally, withTools: t('console.practices.withTools', counts) };
}

function NextPractice({ practice }: Readonly<{ practice: PracticeState }>) {
  return (
    <div class="box next">
      <p class="small toned">{t('console.overview.next')}</p>
      <h3>{practice.title}</h3>
      <p>{withNamesAsCode(practice.hint)}</p>
      <PracticeLink practice={practice} />
    </div>
  );
}

/** Renders the paths and the names of fields in a text as code. */
function withNamesAsCode(text: string) {
  return withCode(text.replace(/(?:[A-Z]+ )?\/api\/[\w/{}-]+|(?<!--\w+ )\b\w+_\w+(?:\.\w+)?/g, '`$&`'));
}

function PracticeLink({ practice: { id, title } }: Readonly<{ practice: PracticeState }>) {
  const path = practicePaths[id];
  if (path === undefined) return null;
  return (
    <p>
      <LinkButton kind="quiet" href={path} text={t('console.practices.startNow')} objectName={title} />
    </p>
  );
}

function CertificateLink() {
  return (
    <div class="spread">
      <div>
        <h3>{t('console.practices.allDone')}</h3>
        <p>{t('console.practices.allDoneText')}</p>
      </div>
      <LinkButton
        kind="primary"
        href="/console/practices/certificate"
        text={t('console.practices.showCertificate')}
      />
    </div>
  );
}

/** Returns the practices under their groups, or as one list if the class chose its own order. */
function practicePanels(
  practices: readonly PracticeState[],
): readonly (readonly [string, readonly PracticeState[]])[] {
  if (allPractices.some(({ id }, index) => practices[index]?.id !== id))
    return [[t('console.practices.ofClass'), practices]];
  return practiceGroups.map((id) => [
    t(`practice.group.${id}`),
    practices.filter(({ group }) => group === id),
  ]);
}

const stateTones = { done: 'good', half: 'wait', next: 'next', todo: 'plain' } as const;

type ItemProps = Readonly<{ keptSince: number; practice: PracticeState; isNext: boolean }>;

function PracticeItem({ keptSince, practice, isNext }: ItemProps) {
  const { id, title, hint, done, whole, completed_at } = practice;
  const state = whole ? 'done' : done ? 'half' : isNext ? 'next' : 'todo';
  return (
    <li class="practice">
      <span class={`dot ${stateTones[state]}`}>
        <span class="unseen">{t(`console.practices.states.${state}`)}</span>
      </span>
      <div class="spread">
        {whole ? (
          <p>{title}</p>
        ) : (
          <details class="spaced" id={`how-${id}`}>
            <summary>{title}</summary>
            <p class="soft">{withNamesAsCode(hint)}</p>
            {!done && <PracticeLink practice={practice} />}
          </details>
        )}
        {completed_at && (
          <p class="row small soft">
            <EvidenceLinks practice={practice} keptSince={keptSince} />
            {state === 'half' && <span>{capital(t(`practice.half.${halfReasonOf(practice)}`))}.</span>}
          </p>
        )}
      </div>
    </li>
  );
}

/** Links the time to the event that proves a practice, as long as the trace contains the event. */
function EvidenceLinks({ practice: { evidence, completed_at }, keptSince }: Omit<ItemProps, 'isNext'>) {
  const completedAtMs = Date.parse(`${completed_at}`);
  const time = <Time atMs={completedAtMs} form="since" />;
  if (!evidence || completedAtMs <= keptSince) return time;
  const { event_id: id, type, session_id: sessionId } = evidence;
  return (
    <>
      <a href={`/console/trace/${id}`} title={`${type}: ${t('console.practices.proof', { id })}`}>
        {time}
      </a>
      {sessionId !== undefined && (
        <a href={`/console/sessions/${encodeURIComponent(sessionId)}`}>{t('field.label.session_id')}</a>
      )}
    </>
  );
}
