import { prettyJson } from '@svc-simulator/contract';
import type { AccountClock, DeliveryModel } from '@svc-simulator/core';
import { attemptError, chaosTag, probeTexts } from '@svc-simulator/core';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { LinkButton, t } from '../../kit/parts.tsx';
import { ButtonForm, DueTime, Time, ToneTag, withBreaks } from '../parts/parts.tsx';
import { deliveryName } from '../signature/signature-routes.tsx';
import { DeliveryReasons, ExperimentButton } from './delivery-causes.tsx';
import { AttemptList, type DeliveryProps, Evidence } from './delivery-evidence.tsx';
import { deliveryVerdict, verdictText, verdictTones } from './delivery-verdict.ts';

interface RowProps extends DeliveryProps {
  /** All deliveries of the page, because the row reports whether a later delivery of its event succeeded. */
  readonly all: readonly DeliveryModel[];
  readonly clock: AccountClock | undefined;
}

export function DeliveryRow({ delivery, all, clock }: RowProps) {
  const { id, sessionId, event, url, probe, resendOf, chaos, emittedAt, attempts, emission } = delivery;
  const verdict = deliveryVerdict(delivery, all);
  const tone = verdictTones[verdict];
  const last = attempts.at(-1);
  const name = deliveryName(delivery);
  const fix = probe && last && probeTexts(t, probe, last).fix;
  return (
    <details class={`delivery ${tone}`} id={`delivery-${name}`}>
      <summary>
        <span class={`dot ${tone}`} />
        <code class="delivery-event">{withBreaks(event)}</code>
        <span class="row delivery-result">
          <span class="toned">{t(`console.delivery.tags.${verdict}`)}</span>
          {last && <strong class="figures">{last.status ?? attemptError(last.error, t)}</strong>}
          {last && attempts.length === 1 && <span class="soft">{durationText(last.durationMs, t.lang)}</span>}
          {attempts.length > 1 && <span>{t('word.delivery.attempts', { count: attempts.length })}</span>}
          {delivery.nextAttemptAt !== null && attempts.length > 0 && (
            <span>
              {t('console.delivery.verdict.next')}{' '}
              <DueTime atMs={delivery.nextAttemptAt} clock={clock} form="until" />
            </span>
          )}
          {probe && <span class="tag">{t(`word.probe.${probe}`)}</span>}
          {chaos.length > 0 && <ToneTag tone="wait" text={chaosTag(t, chaos)} />}
          {resendOf && (
            <span class="tag">
              {t(emission?.isEdited ? 'console.delivery.edit.tag' : 'console.delivery.resendOf')}
            </span>
          )}
        </span>
        <AttemptTimeline delivery={delivery} />
        <Time atMs={emittedAt} form="clock" />
      </summary>
      {/* The id is inside `details`, because browsers open the row when a link leads to an element in it. */}
      <div class="stack delivery-body" id={`d-${name}`}>
        <p>{verdictText(t, delivery, verdict)}</p>
        {url && (
          <p class="soft small clamp">
            POST <code>{url}</code>
            {last && ` · ${t('console.delivery.by')} ${t(`word.via.${last.via}`)}`}
            {resendOf && (
              <>
                {' '}
                · <a href={`#d-${resendOf}`}>{t('console.delivery.original')}</a>
              </>
            )}
          </p>
        )}
        {tone === 'good' && <DeliveryReasons delivery={delivery} />}
        {fix && <p class="box wait">{fix}</p>}
        {attempts.length > 0 && <AttemptList delivery={delivery} />}
        <div class="row evidence">
          <Evidence delivery={delivery} />
          {id && !probe && emission && <EditForm delivery={delivery} body={emission.rawBody} />}
        </div>
        <div class="row">
          <ExperimentButton delivery={delivery} id={`experiment-${id}`} kind="quiet" />
          {id &&
            !probe &&
            (['resend', 'resend_as_new'] as const).map((act) => (
              <ButtonForm
                to={`/console/sessions/${sessionId}`}
                fields={{ do: act, delivery: id }}
                kind="quiet"
                id={`${act}-${id}`}
                text={t(act === 'resend' ? 'console.delivery.sendAgain' : 'console.delivery.sendAsNew')}
              />
            ))}
          {(attempts.length > 1 || resendOf) && (
            <LinkButton
              kind="quiet"
              href={`/console/sessions/${sessionId}?tab=compare&b=${name}.${last?.attempt ?? 1}`}
              text={t('console.sessions.compare.link')}
            />
          )}
          {id && !probe && <span class="soft small whole">{t('console.delivery.sendHint')}</span>}
        </div>
      </div>
    </details>
  );
}

function EditForm({ delivery, body }: DeliveryProps & Readonly<{ body: string }>) {
  const { id, sessionId } = delivery;
  const name = deliveryName(delivery);
  return (
    <details class="folded" id={`edit-${name}`}>
      <summary>{t('console.delivery.edit.title')}</summary>
      <ButtonForm
        to={`/console/sessions/${sessionId}`}
        fields={{ delivery: id ?? '' }}
        action="edit"
        text={t('console.delivery.edit.send')}
      >
        <p class="hint">{t('console.delivery.edit.lead')}</p>
        <label for={`body-${name}`}>{t('console.sessions.compare.body')}</label>
        <textarea id={`body-${name}`} name="raw_body" rows={10} class="mono" spellcheck={false}>
          {prettyJson(body)}
        </textarea>
      </ButtonForm>
    </details>
  );
}

const TIMELINE_WIDTH = 150;
const DOT_RADIUS = 4;

function AttemptTimeline({ delivery: { emittedAt, attempts, nextAttemptAt } }: DeliveryProps) {
  const startMs = attempts[0]?.at ?? emittedAt;
  const endMs = nextAttemptAt ?? attempts.at(-1)?.at ?? startMs;
  const xOf = (atMs: number) => {
    const ratio = endMs > startMs ? Math.max(0, atMs - startMs) / (endMs - startMs) : 0;
    return Math.round(DOT_RADIUS + 2 + ratio * (TIMELINE_WIDTH - 2 * DOT_RADIUS - 4));
  };
  const waits = attempts
    .slice(1)
    .map(({ at }, index) => durationText(at - (attempts[index]?.at ?? at), t.lang));
  const label = waits.length > 0 ? t('console.delivery.waits', { waits: waits.join(', ') }) : undefined;
  return (
    <svg
      class="rail"
      width={TIMELINE_WIDTH}
      height="12"
      viewBox={`0 0 ${TIMELINE_WIDTH} 12`}
      role={label && 'img'}
      aria-hidden={label ? undefined : 'true'}
      aria-label={label}
    >
      {endMs > startMs && <path d={`M${xOf(startMs)} 6H${xOf(endMs)}`} />}
      {attempts.map(({ at, status }) => (
        <circle class={status !== null && status < 300 ? 'good' : 'bad'} cx={xOf(at)} cy="6" r={DOT_RADIUS} />
      ))}
      {nextAttemptAt !== null && <circle class="ahead" cx={xOf(nextAttemptAt)} cy="6" r={DOT_RADIUS} />}
    </svg>
  );
}
