import { attemptReason, type Tone } from '@svc-simulator/contract';
import {
  type AccountClock,
  attemptError,
  chaosTag,
  type DeliveryDiagnosis,
  type DeliveryModel,
  diagnosisTexts,
  isForged,
  isProbePassed,
  probeTexts,
} from '@svc-simulator/core';
import { t } from '../../kit/parts.tsx';
import { ButtonForm, DueTime, Time, ToneTag, withBreaks } from '../parts/parts.tsx';
import { checkerPath, deliveryName } from '../signature/signature-routes.tsx';
import { AttemptList, Evidence } from './delivery-evidence.tsx';

interface CardProps {
  readonly delivery: DeliveryModel;
  readonly clock: AccountClock | undefined;
  readonly isOpen: boolean;
}

export function DeliveryCard({ delivery, clock, isOpen }: CardProps) {
  const { id, event, url, probe, resendOf, chaos, emittedAt, attempts } = delivery;
  const verdict = deliveryVerdict(delivery);
  const tone = verdictTones[verdict];
  const via = attempts.at(-1)?.via;
  const name = deliveryName(delivery);
  const title = `${event}, ${delivery.emittedEventId}`;
  const evidence = (
    <div class="stack tight">
      {attempts.length > 0 && <AttemptList name={name} title={title} delivery={delivery} />}
      <Evidence name={name} title={title} delivery={delivery} />
    </div>
  );
  return (
    <article class={`panel stack delivery ${tone}`} id={`d-${name}`} aria-labelledby={`h-${name}`}>
      <header class="stack tight">
        <div class="spread">
          <h3 id={`h-${name}`}>
            <code>{withBreaks(event)}</code>
          </h3>
          <span class="row">
            {probe && <ToneTag tone="plain" text={t(`word.probe.${probe}`)} />}
            {chaos.length > 0 && <ToneTag tone="wait" text={chaosTag(t, chaos)} />}
            {resendOf && (
              <a class="tag plain" href={`#d-${resendOf}`}>
                {t('console.delivery.resendOf')}
              </a>
            )}
            <ToneTag tone={tone} text={t(`console.delivery.tags.${verdict}`)} />
          </span>
        </div>
        <p class="verdict">
          {verdictText(delivery, verdict)}{' '}
          {verdict === 'retrying' && delivery.nextAttemptAt !== null && (
            <>
              {t('console.delivery.verdict.next')}{' '}
              <DueTime atMs={delivery.nextAttemptAt} clock={clock} form="clock" />.
            </>
          )}
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
      <DeliveryReasons name={name} delivery={delivery} tone={tone} isOpen={isOpen} />
      {isOpen ? (
        evidence
      ) : (
        <details class="folded" id={`evidence-${name}`}>
          <summary>{t('console.delivery.evidence.all')}</summary>
          {evidence}
        </details>
      )}
      {id && !probe && (
        <div class="row">
          {(['resend', 'resend_as_new'] as const).map((act) => (
            <ButtonForm
              to={`/console/sessions/${delivery.sessionId}`}
              fields={{ do: act, delivery: id }}
              kind="quiet"
              id={`${act}-${id}`}
              text={t(act === 'resend' ? 'console.delivery.sendAgain' : 'console.delivery.sendAsNew')}
            />
          ))}
        </div>
      )}
    </article>
  );
}

interface ReasonsProps {
  readonly name: string;
  readonly delivery: DeliveryModel;
  readonly tone: Tone;
  /** Shows all reasons; otherwise only the likeliest one, which unfolds the others. */
  readonly isOpen: boolean;
}

/** Shows the reasons of a result, likeliest first, with advice. */
function DeliveryReasons({ name, delivery, tone, isOpen }: ReasonsProps) {
  const { probe, diagnosis, emission, attempts } = delivery;
  const [first] = diagnosis;
  const last = attempts.at(-1);
  if (!first) {
    const fix = probe && last && probeTexts(t, probe, last).fix;
    return fix ? <p class={`box ${tone}`}>{fix}</p> : null;
  }
  const look = `box reasons ${tone === 'good' ? 'plain' : tone}`;
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
  if (isOpen) return <div class={look}>{all}</div>;
  return (
    <details class={look} id={`why-${name}`}>
      <summary>{attemptReason({ cause: first.code, status: last?.status ?? null }, t)}</summary>
      {all}
    </details>
  );
}

interface GroupProps {
  readonly name: string;
  readonly severity: DeliveryDiagnosis['severity'];
  readonly reasons: readonly DeliveryDiagnosis[];
}

/** The reasons of one severity; merely possible reasons are folded if there are likely ones. */
function ReasonGroup({ name, severity, reasons }: GroupProps) {
  const group = reasons.filter((reason) => reason.severity === severity);
  if (group.length === 0) return null;
  const heading = t(`console.delivery.${severity}`);
  const list = (
    <ul class="bullets">
      {group
        .map(({ code, detail }) => diagnosisTexts(t, code, detail))
        .map(({ reason, advice }) => (
          <li>
            <strong>{reason}</strong> {advice}
          </li>
        ))}
    </ul>
  );
  if (severity === 'possible' && group.length < reasons.length)
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

const verdictTones = {
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
} as const satisfies Record<string, Tone>;
type DeliveryVerdict = keyof typeof verdictTones;

function deliveryVerdict({ state, probe, attempts }: DeliveryModel): DeliveryVerdict {
  // Undefined before the first attempt, and after retention deleted the attempts.
  const last = attempts.at(-1);
  if (probe) return !last ? 'probe_waiting' : isProbePassed(probe, last) ? 'probe_passed' : 'probe_failed';
  if (state === 'unsent') return state;
  if (state === 'delivered') return last && isForged(last.chaos) ? 'forgery_taken' : state;
  if (state === 'open') return last ? 'retrying' : 'waiting';
  return last?.status === null ? 'unanswered' : 'refused';
}

function verdictText(
  { state, probe, attempts }: DeliveryModel,
  verdict: DeliveryVerdict,
): string | undefined {
  const last = attempts.at(-1);
  if (verdict === 'unsent') return t('console.delivery.verdict.unsent');
  if (!last)
    return t(state === 'open' ? 'console.delivery.verdict.waiting' : 'console.delivery.verdict.gone');
  if (probe) return probeTexts(t, probe, last).why;
  const { status, attempt } = last;
  const error = attemptError(last.error, t);
  const answer =
    status === null
      ? t('console.delivery.verdict.silent', { error })
      : t('console.delivery.verdict.answered', { status });
  return t.maybe(`console.delivery.verdict.${verdict}`, {
    status,
    error,
    answer,
    attempt,
    attempts: attempt,
  });
}
