import { STATUS_CODES } from 'node:http';
import { webhookHeaders } from '@svc-simulator/contract';
import type { DeliveryModel, EmissionModel } from '@svc-simulator/core';
import { attemptBody, attemptError, chaosTag } from '@svc-simulator/core';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { Icon, t } from '../../kit/parts.tsx';
import { deliveryCommand, signatureCommand } from '../parts/curl.ts';
import { JsonBlock } from '../parts/json-block.tsx';
import { CodeBlock, FactList, Time, ToneTag } from '../parts/parts.tsx';
import { checkerPath, deliveryName } from '../signature/signature-routes.tsx';

const LONG_BODY_CHARACTERS = 20_000;

export type DeliveryProps = Readonly<{ delivery: DeliveryModel }>;

/** Names a delivery in the labels of its parts, because a page shows the parts of several deliveries. */
function titleOf({ event, emittedEventId }: DeliveryModel): string {
  return `${event}, ${emittedEventId}`;
}

export function Evidence({ delivery }: DeliveryProps) {
  const { url, emission } = delivery;
  if (!emission) return <p class="soft small">{t('console.delivery.evidence.gone')}</p>;
  const { headers, rawBody } = emission;
  const [name, title] = [deliveryName(delivery), titleOf(delivery)];
  const isLong = rawBody.length > LONG_BODY_CHARACTERS;
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  const parts = [
    [t('console.delivery.evidence.headers'), lines.join('\n')],
    [t('console.delivery.evidence.body', { bytes: Buffer.byteLength(rawBody) }), rawBody],
  ] as const;
  return (
    <>
      <details class="folded" id={`request-${name}`}>
        <summary>{t('console.delivery.evidence.request')}</summary>
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
      </details>
      {!isLong && (
        <details class="folded" id={`signature-${name}`}>
          <summary>{t('console.delivery.evidence.signature')}</summary>
          <SignatureDetails delivery={delivery} emission={emission} />
          <p class="small">
            <a href={checkerPath(delivery)}>{t('console.delivery.findMistake')}</a>
          </p>
        </details>
      )}
      {url && (
        <details class="folded" id={`curl-${name}`}>
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

/** Shows how the signature was computed, without the secret: only the page of the keys shows it. */
function SignatureDetails({ delivery, emission }: DeliveryProps & Readonly<{ emission: EmissionModel }>) {
  const { sent, variant, signedString, recomputed, byFormerSecret, matches } = emission.signature;
  const { probe } = delivery;
  const outcome = matches ? 'same' : probe === 'bad_signature' ? 'forged' : 'differs';
  const computedLabel = byFormerSecret ? 'computedBefore' : 'computed';
  const nameOf = (label: string) => `${label} (${titleOf(delivery)})`;
  return (
    <div class="stack">
      <p class="small">{t(`console.keys.signature.variant.${variant}`)}</p>
      <CodeBlock objectName={nameOf(t('console.delivery.signature.signed'))} text={signedString} />
      {probe === 'stale_timestamp' && (
        <p class="small">
          {t('console.delivery.signature.stale')} <code>{emission.headers[webhookHeaders.timestamp]}</code>
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
        objectName={nameOf(t('console.delivery.signature.command'))}
        text={signatureCommand(signedString, variant)}
      />
    </div>
  );
}

const PREVIEW_CHARACTERS = 120;

export function AttemptList({ delivery }: DeliveryProps) {
  const formatDuration = (ms: number) => durationText(ms, t.lang);
  return (
    <ul class="lines attempts" aria-label={t('console.delivery.attempts.heading')}>
      {delivery.attempts.map(
        ({ attempt, at, via, status, error, durationMs, simulatorMs, responseBody, chaos }) => (
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
              <details class="folded" id={`answer-${deliveryName(delivery)}-${attempt}`}>
                <summary class="cut">
                  {t('console.delivery.attempts.body')}:{' '}
                  <code class="preview">{attemptBody(responseBody, t).slice(0, PREVIEW_CHARACTERS)}</code>
                </summary>
                <CodeBlock
                  objectName={`${t('console.delivery.attempts.body')} (${attempt}, ${titleOf(delivery)})`}
                  text={attemptBody(responseBody, t)}
                />
              </details>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
