import { type ProbeKind, probeKinds } from '@svc-simulator/contract';
import { probeExpectation, probeTexts } from '@svc-simulator/core';
import type { SessionPageData } from '@svc-simulator/server/pages/console-services.ts';
import { capital, t } from '../../kit/parts.tsx';
import { ButtonForm, Notice, Panel, ToneTag } from '../parts/parts.tsx';

export function Probes({ pageData }: Readonly<{ pageData: SessionPageData }>) {
  const { session, hasDelivered } = pageData;
  const hasWebhookUrl = Boolean(session.fields.webhook_url);
  const introKey = !hasWebhookUrl ? 'needsUrl' : hasDelivered ? 'lead' : 'needsDelivered';
  return (
    <Panel
      title={t('console.delivery.probes.heading')}
      lead={t('console.delivery.probes.lead')}
      name="probes"
      live="probes"
    >
      {introKey !== 'lead' && <Notice kind="warn" text={t(`console.delivery.probes.${introKey}`)} />}
      <ul class="lines probes">
        {probeKinds.map((kind) => (
          <ProbeItem kind={kind} pageData={pageData} isReady={introKey === 'lead'} />
        ))}
      </ul>
    </Panel>
  );
}

type ProbeProps = Readonly<{ kind: ProbeKind; pageData: SessionPageData; isReady: boolean }>;

function ProbeItem({ kind, pageData: { session, probeVerdicts, deliveries }, isReady }: ProbeProps) {
  const result = probeVerdicts.get(kind);
  const { delivery_id: deliveryId, status, error = null, passed } = result?.data ?? {};
  const { why, fix } = probeTexts(t, kind, { status: typeof status === 'number' ? status : null, error });
  const isUnderWay = deliveries.some(({ state, probe }) => state === 'open' && probe === kind);
  const [tone, outcome] = passed ? (['good', 'passed'] as const) : (['bad', 'failed'] as const);
  return (
    <li>
      <p class="row">
        <strong>{capital(t(`word.probe.${kind}`))}</strong>
        <code class="soft small">{kind}</code>
        {isUnderWay && <ToneTag tone="wait" text={t('word.delivery.open')} />}
        {result && !isUnderWay && <ToneTag tone={tone} text={t(`console.delivery.probes.${outcome}`)} />}
      </p>
      <p class="soft small">
        {t(`console.delivery.probes.descriptions.${kind}`)} {t('console.delivery.probes.expected')}:{' '}
        <span class="figures">{probeExpectation(kind)}</span>.
      </p>
      {result && !isUnderWay && (
        <p class="small">
          {why} {fix}{' '}
          {deliveryId && deliveries.some(({ id }) => id === deliveryId) && (
            <a href={`/console/sessions/${result.sessionId}#d-${deliveryId}`}>
              {t('console.sessions.timeline.toDelivery')}
            </a>
          )}
        </p>
      )}
      <ButtonForm
        to={`/console/sessions/${session.id}`}
        fields={{ do: 'probe', kind }}
        kind="quiet"
        id={`probe-${kind}`}
        disabled={!isReady}
        text={t(`console.delivery.probes.${result ? 'again' : 'send'}`)}
        objectName={t(`word.probe.${kind}`)}
      />
    </li>
  );
}
