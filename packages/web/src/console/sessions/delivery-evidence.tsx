import { webhookHeaders } from '@svc-simulator/contract';
import type { DeliveryModel, EmissionModel } from '@svc-simulator/server/deliveries/delivery-model.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { AlertIcon, CheckIcon } from '../../kit/icons.tsx';
import { CodeBlock } from '../parts/copy.tsx';
import { deliveryCommand, signatureCommand } from '../parts/curl.ts';
import { FactList } from '../parts/fact-list.tsx';
import { checkerPath } from '../signature/checker-path.ts';
import { deliveryTexts } from './delivery-texts.ts';

/** A longer body is shown once, to the letter, and not set out in further ways. */
const LONG_BODY = 20_000;

interface EvidenceProps {
  readonly lang: Language;
  /** Names the delivery in the page. */
  readonly name: string;
  /** Names the delivery to people. */
  readonly title: string;
  readonly delivery: DeliveryModel;
}

/** What went over the wire, how it was signed, and how to send it again by hand. */
export function Evidence({ lang, name, title, delivery }: EvidenceProps) {
  const { findMistake, evidence: texts } = deliveryTexts(lang);
  const { url, emission, probe } = delivery;
  if (!emission) return <p class="soft small">{texts.gone}</p>;
  const { headers, rawBody } = emission;
  const isLong = rawBody.length > LONG_BODY;
  return (
    <>
      <details class="folded" id={`request-${name}`}>
        <summary>{texts.request}</summary>
        <Request lang={lang} title={title} emission={emission} isLong={isLong} />
      </details>
      {!isLong && (
        <details class="folded" id={`signature-${name}`}>
          <summary>{texts.signature}</summary>
          <Signature lang={lang} title={title} emission={emission} probe={probe} />
          <p class="small">
            <a href={checkerPath(delivery)}>{findMistake}</a>
          </p>
        </details>
      )}
      {url && (
        <details class="folded" id={`curl-${name}`}>
          <summary>{texts.curl}</summary>
          <div class="stack">
            <p class="soft small">{texts.curlText}</p>
            <CodeBlock lang={lang} what={`curl (${title})`} text={deliveryCommand(url, headers, rawBody)} />
          </div>
        </details>
      )}
    </>
  );
}

interface RequestProps {
  readonly lang: Language;
  readonly title: string;
  readonly emission: EmissionModel;
  readonly isLong: boolean;
}

function Request({ lang, title, emission: { headers, rawBody }, isLong }: RequestProps) {
  const texts = deliveryTexts(lang).evidence;
  const pretty = isLong ? null : prettyOf(rawBody);
  return (
    <div class="stack">
      <h4>{texts.headers}</h4>
      <CodeBlock
        lang={lang}
        what={`${texts.headers} (${title})`}
        text={Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      />
      <h4>
        {texts.body} <span class="soft">({Buffer.byteLength(rawBody)} bytes)</span>
      </h4>
      <CodeBlock lang={lang} what={`${texts.body} (${title})`} text={rawBody} />
      {pretty && (
        <>
          <h4>{texts.pretty}</h4>
          <CodeBlock lang={lang} what={`${texts.pretty} (${title})`} text={pretty} />
        </>
      )}
    </div>
  );
}

interface SignatureProps {
  readonly lang: Language;
  readonly title: string;
  readonly emission: EmissionModel;
  readonly probe: DeliveryModel['probe'];
}

/** The signature made again from what was sent. The secret itself stays on its own page. */
function Signature({ lang, title, emission: { headers, signature }, probe }: SignatureProps) {
  const texts = deliveryTexts(lang).signature;
  const { sent, variant, signedString, recomputed, byFormerSecret, matches } = signature;
  const isForged = probe === 'bad_signature';
  return (
    <div class="stack">
      <p class="small">{texts.variants[variant]}</p>
      <CodeBlock lang={lang} what={`${texts.signed} (${title})`} text={signedString} />
      {probe === 'stale_timestamp' && (
        <p class="small">
          {texts.stale} <code>{headers[webhookHeaders.timestamp]}</code>
        </p>
      )}
      <FactList
        facts={[
          [texts.sent, <code>{sent}</code>],
          [byFormerSecret ? texts.computedBefore : texts.computed, <code>{recomputed}</code>],
        ]}
      />
      <p class={`row toned ${matches ? 'good' : isForged ? 'plain' : 'bad'}`}>
        {matches ? <CheckIcon /> : <AlertIcon />}
        <span>{matches ? texts.same : isForged ? texts.forged : texts.differs}</span>
      </p>
      <p class="small">
        {texts.command} <a href="/console/keys">{texts.secret}</a>
      </p>
      <CodeBlock
        lang={lang}
        what={`${texts.command} (${title})`}
        text={signatureCommand(signedString, variant)}
      />
    </div>
  );
}

/** The body with line breaks; null when it is no JSON. */
function prettyOf(rawBody: string): string | null {
  try {
    return JSON.stringify(JSON.parse(rawBody), null, 2);
  } catch {
    return null;
  }
}
