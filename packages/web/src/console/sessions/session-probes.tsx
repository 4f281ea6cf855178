import { type ProbeKind, probeKinds } from '@svc-simulator/contract';
import { type EventView, probeExpectation, probeTexts } from '@svc-simulator/core';
import type { SessionPageData } from '@svc-simulator/server/pages/console-services.ts';
import { capital, t } from '../../kit/parts.tsx';
import { ButtonForm, Panel, ToneTag } from '../parts/parts.tsx';

export function Probes({ pageData }: Readonly<{ pageData: SessionPageData }>) {
  const { session, probeVerdicts, hasDelivered, deliveries } = pageData;
  const hasWebhookUrl = Boolean(session.fields.webhook_url);
  const introKey = !hasWebhookUrl ? 'needsUrl' : hasDelivered ? 'lead' : 'needsDelivered';
  const openProbes = new Set(deliveries.filter(({ state }) => state === 'open').map(({ probe }) => probe));
  const shownIds = new Set(deliveries.map(({ id }) => id));
  return (
    <Panel title={t('console.delivery.probes.heading')} name="probes" live="probes">
      <p class="soft">{t(`console.delivery.probes.${introKey}`)}</p>
      {introKey === 'lead' && (
        <ul class="lines probes">
          {probeKinds.map((kind) => (
            <li>
              <ProbeDescription
                kind={kind}
                result={probeVerdicts.get(kind)}
                isUnderWay={openProbes.has(kind)}
                shownIds={shownIds}
              />
              <ButtonForm
                to={`/console/sessions/${session.id}`}
                fields={{ do: 'probe', kind }}
                kind="quiet"
                id={`probe-${kind}`}
                text={t(
                  probeVerdicts.has(kind) ? 'console.delivery.probes.again' : 'console.delivery.probes.send',
                )}
                objectName={t(`word.probe.${kind}`)}
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
  readonly result: EventView | undefined;
  readonly isUnderWay: boolean;
  readonly shownIds: ReadonlySet<string | null>;
}

function ProbeDescription({ kind, result, isUnderWay, shownIds }: ProbeProps) {
  const { delivery_id: deliveryId, status, error = null, passed } = result?.data ?? {};
  const { why, fix } = probeTexts(t, kind, { status: typeof status === 'number' ? status : null, error });
  return (
    <div class="stack tight">
      <p class="row">
        <strong>{capital(t(`word.probe.${kind}`))}</strong>
        <code class="soft small">{kind}</code>
        {isUnderWay ? (
          <ToneTag tone="wait" text={t('word.delivery.open')} />
        ) : (
          result && (
            <ToneTag
              tone={passed ? 'good' : 'bad'}
              text={t(passed ? 'console.delivery.probes.passed' : 'console.delivery.probes.failed')}
            />
          )
        )}
      </p>
      <p class="soft small">
        {t(`console.delivery.probes.descriptions.${kind}`)} {t('console.delivery.probes.expected')}:{' '}
        <span class="figures">{probeExpectation(kind)}</span>.
      </p>
      {result && !isUnderWay && (
        <p class="small">
          {why} {fix}{' '}
          {deliveryId && shownIds.has(deliveryId) && (
            <a href={`/console/sessions/${result.sessionId}#d-${deliveryId}`}>
              {t('console.sessions.timeline.toDelivery')}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
