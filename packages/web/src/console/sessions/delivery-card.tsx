import { reasonOf, type Tone } from '@svc-simulator/contract';
import {
  type AccountClock,
  type AttemptModel,
  attemptError,
  chaosTag,
  type DeliveryDiagnosis,
  type DeliveryModel,
  diagnosisTexts,
  isForged,
  isProbePassed,
  probeTexts,
} from '@svc-simulator/core';
import { t } from '../../kit/speaking.ts';
import { Action, DueTime, Time, withBreaks } from '../parts/parts.tsx';
import { checkerPath, nameOf } from '../signature/signature-routes.tsx';
import { Attempts, Evidence } from './delivery-evidence.tsx';

interface CardProps {
  readonly delivery: DeliveryModel;
  /** The account's clock, if it has one of its own. */
  readonly clock: AccountClock | undefined;
  /** Its reasons and its evidence stand there at once. */
  readonly isOpen: boolean;
}

/** A delivery: first what became of it and why, then what can be done, then the evidence. */
export function DeliveryCard({ delivery, clock, isOpen }: CardProps) {
  const { event, url, probe, resendOf, chaos, emittedAt, attempts } = delivery;
  const decided = verdictOf(delivery, (attempt) => probe !== null && isProbePassed(probe, attempt));
  const via = decided.last?.via;
  const name = nameOf(delivery);
  const title = `${event}, ${delivery.emittedEventId}`;
  const evidence = (
    <div class="stack tight">
      {attempts.length > 0 && <Attempts name={name} title={title} attempts={attempts} />}
      <Evidence name={name} title={title} delivery={delivery} />
    </div>
  );
  return (
    <article class={`panel stack delivery ${decided.tone}`} id={`d-${name}`} aria-labelledby={`h-${name}`}>
      <header class="stack tight">
        <div class="spread">
          <h3 id={`h-${name}`}>
            <code>{withBreaks(event)}</code>
          </h3>
          <span class="row">
            {probe && <span class="tag plain">{t(`word.probe.${probe}`)}</span>}
            {chaos.length > 0 && <span class="tag wait">{chaosTag(t, chaos)}</span>}
            {resendOf && (
              <a class="tag plain" href={`#d-${resendOf}`}>
                {t('console.delivery.resendOf')}
              </a>
            )}
            <span class={`tag ${decided.tone}`}>{t(`console.delivery.tags.${decided.verdict}`)}</span>
          </span>
        </div>
        <p class="verdict">
          <VerdictText delivery={delivery} clock={clock} decided={decided} />
        </p>
        <p class="soft small clamp">
          <Time atMs={emittedAt} form="clock" />
          {url && (
            <>
              {' '}
              · POST <code>{url}</code>
            </>
          )}
          {via && ` · ${t('console.delivery.by')} ${t(`word.via.${via}`)}`}
        </p>
      </header>
      <DeliveryReasons name={name} delivery={delivery} decided={decided} isOpen={isOpen} />
      {isOpen ? (
        evidence
      ) : (
        <details class="folded" id={`evidence-${name}`}>
          <summary>{t('console.delivery.evidence.all')}</summary>
          {evidence}
        </details>
      )}
      {delivery.id && !probe && <Actions sessionId={delivery.sessionId} id={delivery.id} />}
    </article>
  );
}

interface VerdictProps extends Pick<CardProps, 'delivery' | 'clock'> {
  readonly decided: DeliveryVerdict;
}

/** The verdict in a sentence. */
function VerdictText({ delivery, clock, decided }: VerdictProps) {
  const { nextAttemptAt, state, probe } = delivery;
  const { last, verdict } = decided;
  if (verdict === 'unsent') return <>{t('console.delivery.verdict.unsent')}</>;
  if (!last)
    return (
      <>{state === 'open' ? t('console.delivery.verdict.waiting') : t('console.delivery.verdict.gone')}</>
    );
  const attempts = last.attempt;
  const error = attemptError(last.error, t);
  const answer =
    last.status === null
      ? t('console.delivery.verdict.silent', { error })
      : t('console.delivery.verdict.answered', { status: last.status });
  switch (verdict) {
    case 'retrying':
      return (
        <>
          {t('console.delivery.verdict.retrying', { answer, attempt: attempts })}{' '}
          {nextAttemptAt !== null && (
            <>
              {t('console.delivery.verdict.next')} <DueTime atMs={nextAttemptAt} clock={clock} form="clock" />
              .
            </>
          )}
        </>
      );
    case 'delivered':
      return <>{t('console.delivery.verdict.delivered', { status: last.status ?? 0, attempts })}</>;
    case 'forgery_taken':
      return <>{t('console.delivery.verdict.forgeryTaken', { status: last.status ?? 0 })}</>;
    case 'refused':
      return <>{t('console.delivery.verdict.refused', { status: last.status ?? 0, attempts })}</>;
    case 'unanswered':
      return <>{t('console.delivery.verdict.unanswered', { error, attempts })}</>;
    default:
      return probe && <span>{probeTexts(t, probe, last).why}</span>;
  }
}

interface ActionsProps {
  readonly sessionId: string;
  /** Of the delivery. */
  readonly id: string;
}

function Actions({ sessionId, id }: ActionsProps) {
  const names = { resend: t('console.delivery.sendAgain'), resend_as_new: t('console.delivery.sendAsNew') };
  return (
    <div class="row">
      {(['resend', 'resend_as_new'] as const).map((act) => (
        <Action
          to={`/console/sessions/${sessionId}`}
          fields={{ do: act, delivery: id }}
          kind="quiet"
          id={`${act}-${id}`}
          text={names[act]}
        />
      ))}
    </div>
  );
}

interface ReasonsProps {
  /** Names the delivery in the page. */
  readonly name: string;
  readonly delivery: DeliveryModel;
  readonly decided: DeliveryVerdict;
  /** The reasons stand there at once; otherwise the likeliest, which opens to the others. */
  readonly isOpen: boolean;
}

/** Why a delivery went as it went, the likeliest reason first, and what to do about it. */
function DeliveryReasons({ name, delivery, decided, isOpen }: ReasonsProps) {
  const { probe, diagnosis, emission } = delivery;
  const [first] = diagnosis;
  if (!first) return probe && decided.last ? <Judgement probe={probe} decided={decided} /> : null;
  const tone = decided.tone === 'good' ? 'plain' : decided.tone;
  const isRefusal = diagnosis.some(({ code }) => code === 'signature_secret');
  const all = (
    <>
      {isRefusal && emission?.signature.matches && (
        <p>
          {t('console.delivery.signatureWasRight')}{' '}
          <a href={checkerPath(delivery)}>{t('console.delivery.findMistake')}</a>
        </p>
      )}
      {(['likely', 'possible', 'note'] as const).map((severity) => (
        <ReasonGroup name={name} severity={severity} reasons={diagnosis} />
      ))}
    </>
  );
  if (isOpen) return <div class={`box reasons ${tone}`}>{all}</div>;
  return (
    <details class={`box reasons ${tone}`} id={`why-${name}`}>
      <summary>{reasonOf({ cause: first.code, status: decided.last?.status ?? null }, t)}</summary>
      {all}
    </details>
  );
}

interface JudgementProps {
  readonly probe: NonNullable<DeliveryModel['probe']>;
  readonly decided: DeliveryVerdict;
}

/** What to do about the answer to a probe; what it means is its verdict. */
function Judgement({ probe, decided }: JudgementProps) {
  const { status = null, error = null } = decided.last ?? {};
  const { mend } = probeTexts(t, probe, { status, error });
  return (
    mend && (
      <div class={`box ${decided.tone}`}>
        <p>{mend}</p>
      </div>
    )
  );
}

interface GroupProps extends Pick<ReasonsProps, 'name'> {
  readonly severity: DeliveryDiagnosis['severity'];
  readonly reasons: readonly DeliveryDiagnosis[];
}

/** The reasons of one severity; those that are only possible stand behind the likely ones. */
function ReasonGroup({ name, severity, reasons }: GroupProps) {
  const own = reasons.filter((reason) => reason.severity === severity);
  if (own.length === 0) return null;
  const heading = t(`console.delivery.${severity}`);
  const list = (
    <ul class="bullets">
      {own
        .map(({ code }) => diagnosisTexts(t, code))
        .map(({ reason, advice }) => (
          <li>
            <strong>{reason}</strong> {advice}
          </li>
        ))}
    </ul>
  );
  if (severity === 'possible' && own.length < reasons.length)
    return (
      <details class="folded" id={`possible-${name}`}>
        <summary>{heading}</summary>
        {list}
      </details>
    );
  return (
    <>
      <h4>{heading}</h4>
      {list}
    </>
  );
}

/** What became of a delivery, or is becoming of it. */
type Verdict =
  | 'unsent'
  | 'waiting'
  | 'retrying'
  | 'delivered'
  | 'forgery_taken'
  | 'refused'
  | 'unanswered'
  | 'probe_waiting'
  | 'probe_passed'
  | 'probe_failed';

interface DeliveryVerdict {
  readonly verdict: Verdict;
  readonly tone: Tone;
  /** The attempt that decided, or the latest one so far; undefined before the first, or when retention has taken it. */
  readonly last: AttemptModel | undefined;
}

const tones: Readonly<Record<Verdict, Tone>> = {
  unsent: 'plain',
  waiting: 'wait',
  retrying: 'wait',
  delivered: 'good',
  forgery_taken: 'bad',
  refused: 'bad',
  unanswered: 'bad',
  probe_waiting: 'wait',
  probe_passed: 'good',
  probe_failed: 'bad',
};

/** Sums a delivery up. `isPassed` judges the answer to a probe. */
function verdictOf(
  delivery: Pick<DeliveryModel, 'state' | 'probe' | 'attempts'>,
  isPassed: (attempt: AttemptModel) => boolean,
): DeliveryVerdict {
  const last = delivery.attempts.at(-1);
  const verdict = delivery.probe ? probeVerdict(last, isPassed) : ofWebhook(delivery.state, last);
  return { verdict, tone: tones[verdict], last };
}

function probeVerdict(last: AttemptModel | undefined, isPassed: (attempt: AttemptModel) => boolean): Verdict {
  if (!last) return 'probe_waiting';
  return isPassed(last) ? 'probe_passed' : 'probe_failed';
}

function ofWebhook(state: DeliveryModel['state'], last: AttemptModel | undefined): Verdict {
  switch (state) {
    case 'unsent':
      return state;
    case 'delivered':
      return last && isForged(last.chaos) ? 'forgery_taken' : state;
    case 'open':
      return last ? 'retrying' : 'waiting';
    default:
      return last?.status === null ? 'unanswered' : 'refused';
  }
}
