import { STATUS_CODES } from 'node:http';
import { webhookHeaders } from '@svc-simulator/contract';
import {
  attemptBody,
  attemptError,
  chaosTag,
  type DeliveryModel,
  type EmissionModel,
} from '@svc-simulator/core';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { Icon, t } from '../../kit/parts.tsx';
import { deliveryCommand, signatureCommand } from '../parts/curl.ts';
import { JsonBlock } from '../parts/json-block.tsx';
import { CodeBlock, FactList, Time, ToneTag } from '../parts/parts.tsx';
import { checkerPath } from '../signature/signature-routes.tsx';

const LONG_BODY_CHARACTERS = 20_000;

interface EvidenceProps {
  /** Added to the ids of the elements, because a page shows the evidence of several deliveries. */
  readonly idSuffix: string;
  readonly title: string;
  readonly delivery: DeliveryModel;
}

export function Evidence({ idSuffix, title, delivery }: EvidenceProps) {
  const { url, emission, probe } = delivery;
  if (!emission) return <p class="soft small">{t('console.delivery.evidence.gone')}</p>;
  const { headers, rawBody } = emission;
  const isLong = rawBody.length > LONG_BODY_CHARACTERS;
  return (
    <>
      <details class="folded" id={`request-${idSuffix}`}>
        <summary>{t('console.delivery.evidence.request')}</summary>
        <RequestDetails title={title} emission={emission} isLong={isLong} />
      </details>
      {!isLong && (
        <details class="folded" id={`signature-${idSuffix}`}>
          <summary>{t('console.delivery.evidence.signature')}</summary>
          <SignatureDetails title={title} emission={emission} probe={probe} />
          <p class="small">
            <a href={checkerPath(delivery)}>{t('console.delivery.findMistake')}</a>
          </p>
        </details>
      )}
      {url && (
        <details class="folded" id={`curl-${idSuffix}`}>
          <summary>{t('console.delivery.evidence.curl')}</summary>
          <div class="stack">
            <p class="soft small">{t('console.delivery.evidence.curlText')}</p>
            <CodeBlock objectName={`curl (${title})`} text={deliveryCommand(url, headers, rawBody)} />
          </div>
        </details>
      )}
    </>
  );
}

interface RequestDetailsProps {
  readonly title: string;
  readonly emission: EmissionModel;
  readonly isLong: boolean;
}

function RequestDetails({ title, emission: { headers, rawBody }, isLong }: RequestDetailsProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const parts = [
    [t('console.delivery.evidence.headers'), lines.join('\n')],
    [t('console.delivery.evidence.body', { bytes: Buffer.byteLength(rawBody) }), rawBody],
  ] as const;
  return (
    <div class="stack">
      {!isLong && (
        <JsonBlock text={rawBody} objectName={`${t('console.delivery.evidence.pretty')} (${title})`} />
      )}
      {parts.map(([heading, text]) => (
        <>
          <h3>{heading}</h3>
          <CodeBlock objectName={`${heading} (${title})`} text={text} />
        </>
      ))}
    </div>
  );
}

interface SignatureDetailsProps {
  readonly title: string;
  readonly emission: EmissionModel;
  readonly probe: DeliveryModel['probe'];
}

/** Shows how the signature was computed, without the secret: only the page of the keys shows it. */
function SignatureDetails({ title, emission: { headers, signature }, probe }: SignatureDetailsProps) {
  const { sent, variant, signedString, recomputed, byFormerSecret, matches } = signature;
  const outcome = matches ? 'same' : probe === 'bad_signature' ? 'forged' : 'differs';
  const computedLabel = byFormerSecret ? 'computedBefore' : 'computed';
  return (
    <div class="stack">
      <p class="small">{t(`console.keys.signature.variant.${variant}`)}</p>
      <CodeBlock objectName={`${t('console.delivery.signature.signed')} (${title})`} text={signedString} />
      {probe === 'stale_timestamp' && (
        <p class="small">
          {t('console.delivery.signature.stale')} <code>{headers[webhookHeaders.timestamp]}</code>
        </p>
      )}
      <FactList
        facts={[
          [t('console.delivery.signature.sent'), <code>{sent}</code>],
          [t(`console.delivery.signature.${computedLabel}`), <code>{recomputed}</code>],
        ]}
      />
      <p class={`row toned ${{ same: 'good', forged: 'plain', differs: 'bad' }[outcome]}`}>
        <Icon name={matches ? 'check' : 'alert'} />
        <span>{t(`console.delivery.signature.${outcome}`)}</span>
      </p>
      <p class="small">
        {t('console.delivery.signature.command')}{' '}
        <a href="/console/keys">{t('console.delivery.signature.secret')}</a>
      </p>
      <CodeBlock
        objectName={`${t('console.delivery.signature.command')} (${title})`}
        text={signatureCommand(signedString, variant)}
      />
    </div>
  );
}

const PREVIEW_CHARACTERS = 120;

export function AttemptList({ idSuffix, title, delivery: { attempts } }: EvidenceProps) {
  const formatDuration = (ms: number) => durationText(ms, t.lang);
  return (
    <ul class="lines attempts" aria-label={t('console.delivery.attempts.heading')}>
      {attempts.map(({ attempt, at, via, status, error, durationMs, simulatorMs, responseBody, chaos }) => (
        <li>
          <p class="row small figures">
            <span class="soft">
              {t('console.delivery.attempts.number')} {attempt}
            </span>
            {status === null ? (
              <span>
                {t('word.delivery.silent')} <code>{attemptError(error, t)}</code>
              </span>
            ) : (
              <span>
                <strong>{status}</strong> {STATUS_CODES[status]}
              </span>
            )}
            {chaos.length > 0 && <ToneTag tone="wait" text={chaosTag(t, chaos)} />}
            <span>
              {formatDuration(durationMs)}
              {simulatorMs !== durationMs &&
                ` (${t('console.delivery.attempts.measured', { duration: formatDuration(simulatorMs) })})`}
            </span>
            <span class="soft">
              {t(`word.via.${via}`)} · <Time atMs={at} form="clock" />
            </span>
          </p>
          {responseBody && (
            <details class="folded" id={`answer-${idSuffix}-${attempt}`}>
              <summary class="cut">
                {t('console.delivery.attempts.body')}:{' '}
                <code class="preview">{attemptBody(responseBody, t).slice(0, PREVIEW_CHARACTERS)}</code>
              </summary>
              <CodeBlock
                objectName={`${t('console.delivery.attempts.body')} (${attempt}, ${title})`}
                text={attemptBody(responseBody, t)}
              />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
