import { type ProbeKind, probeKinds } from '@svc-simulator/contract';
import type { EventView } from '@svc-simulator/core';
import { type EventData, expectedOf, probeTexts } from '@svc-simulator/core';
import type { SessionReading } from '@svc-simulator/server/pages/console-services.ts';
import { t } from '../../kit/speaking.ts';
import { Action, capital, Panel, Tag } from '../parts/parts.tsx';

/** The five ways to misbehave, each with a button, what is expected, and how the receiver answered the last time. */
export function Probes({ reading }: Readonly<{ reading: SessionReading }>) {
  const { session, verdicts, hasDelivered, deliveries } = reading;
  const missing = session.fields.webhook_url
    ? hasDelivered
      ? null
      : t('console.delivery.probes.needsDelivered')
    : t('console.delivery.probes.needsUrl');
  const underWay = new Set(deliveries.filter(({ state }) => state === 'open').map(({ probe }) => probe));
  const shown = new Set(deliveries.map(({ id }) => id));
  return (
    <Panel title={t('console.delivery.probes.heading')} name="probes" live="probes">
      <p class="soft">{missing ?? t('console.delivery.probes.lead')}</p>
      {missing === null && (
        <ul class="lines probes">
          {probeKinds.map((kind) => (
            <li>
              <ProbeWords
                kind={kind}
                verdict={verdicts.get(kind)}
                isUnderWay={underWay.has(kind)}
                shown={shown}
              />
              <Action
                to={`/console/sessions/${session.id}`}
                fields={{ do: 'probe', kind }}
                kind="quiet"
                id={`probe-${kind}`}
                text={
                  <>
                    {verdicts.has(kind)
                      ? t('console.delivery.probes.again')
                      : t('console.delivery.probes.send')}
                    <span class="unseen">: {t(`word.probe.${kind}`)}</span>
                  </>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface ProbeProps {
  readonly kind: ProbeKind;
  readonly verdict: EventView | undefined;
  readonly isUnderWay: boolean;
  /** The deliveries that the page shows. */
  readonly shown: ReadonlySet<string | null>;
}

function ProbeWords({ kind, verdict, isUnderWay, shown }: ProbeProps) {
  const deliveryId = verdict?.data.delivery_id;
  return (
    <div class="stack tight">
      <p class="row">
        <strong>{capital(t(`word.probe.${kind}`))}</strong>
        <code class="soft small">{kind}</code>
        {isUnderWay ? (
          <Tag tone="wait" text={t('word.delivery.open')} />
        ) : (
          verdict && (
            <Tag
              tone={verdict.data.passed ? 'good' : 'bad'}
              text={
                verdict.data.passed
                  ? t('console.delivery.probes.passed')
                  : t('console.delivery.probes.failed')
              }
            />
          )
        )}
      </p>
      <p class="soft small">
        {t(`console.delivery.probes.acts.${kind}`)} {t('console.delivery.probes.expected')}:{' '}
        <span class="figures">{expectedOf(kind)}</span>.
      </p>
      {verdict && !isUnderWay && (
        <p class="small">
          <Explanation kind={kind} data={verdict.data} />{' '}
          {deliveryId && shown.has(deliveryId) && (
            <a href={`#d-${deliveryId}`}>{t('console.sessions.timeline.toDelivery')}</a>
          )}
        </p>
      )}
    </div>
  );
}

function Explanation({ kind, data }: Readonly<{ kind: ProbeKind; data: EventData }>) {
  const status = typeof data.status === 'number' ? data.status : null;
  const { why, mend } = probeTexts(t, kind, { status, error: data.error ?? null });
  return (
    <>
      {why}
      {mend && ` ${mend}`}
    </>
  );
}
