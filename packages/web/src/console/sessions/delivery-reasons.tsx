import { type DeliveryDiagnosis, probeTexts } from '@svc-simulator/core';
import type { DeliveryModel } from '@svc-simulator/server/deliveries/delivery-model.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { checkerPath } from '../signature/checker-path.ts';
import { deliveryTexts } from './delivery-texts.ts';
import type { DeliveryVerdict } from './delivery-verdict.ts';

interface ReasonsProps {
  readonly lang: Language;
  /** Names the delivery in the page. */
  readonly name: string;
  readonly delivery: DeliveryModel;
  readonly decided: DeliveryVerdict;
  /** The reasons stand there at once; otherwise the likeliest, which opens to the others. */
  readonly isOpen: boolean;
}

/** Why a delivery went as it went, the likeliest reason first, and what to do about it. */
export function DeliveryReasons({ lang, name, delivery, decided, isOpen }: ReasonsProps) {
  const texts = deliveryTexts(lang);
  const { probe, diagnosis, emission } = delivery;
  const [first] = diagnosis;
  if (!first) return probe && decided.last ? <Judgement lang={lang} probe={probe} decided={decided} /> : null;
  const tone = decided.tone === 'good' ? 'plain' : decided.tone;
  const isRefusal = diagnosis.some(({ code }) => code === 'signature_secret');
  const all = (
    <>
      {isRefusal && emission?.signature.matches && (
        <p>
          {texts.signatureWasRight} <a href={checkerPath(delivery)}>{texts.findMistake}</a>
        </p>
      )}
      <ReasonGroup lang={lang} title={texts.likely} reasons={diagnosis} severity="likely" />
      <ReasonGroup lang={lang} title={texts.possible} reasons={diagnosis} severity="possible" />
      <ReasonGroup lang={lang} title={texts.note} reasons={diagnosis} severity="note" />
    </>
  );
  if (isOpen) return <div class={`reasons ${tone}`}>{all}</div>;
  return (
    <details class={`reasons ${tone}`} id={`why-${name}`}>
      <summary>{first.reason[lang]}</summary>
      {all}
    </details>
  );
}

interface JudgementProps {
  readonly lang: Language;
  readonly probe: NonNullable<DeliveryModel['probe']>;
  readonly decided: DeliveryVerdict;
}

/** What to do about the answer to a probe; what it means is its verdict. */
function Judgement({ lang, probe, decided }: JudgementProps) {
  const { status = null, error = null } = decided.last ?? {};
  const { mend } = probeTexts(probe, { status, error });
  return (
    mend && (
      <div class={`reasons ${decided.tone}`}>
        <p>{mend[lang]}</p>
      </div>
    )
  );
}

interface GroupProps {
  readonly lang: Language;
  readonly title: string;
  readonly reasons: readonly DeliveryDiagnosis[];
  readonly severity: DeliveryDiagnosis['severity'];
}

function ReasonGroup({ lang, title, reasons, severity }: GroupProps) {
  const own = reasons.filter((reason) => reason.severity === severity);
  if (own.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {own.map(({ reason, advice }) => (
          <li>
            <strong>{reason[lang]}</strong> {advice[lang]}
          </li>
        ))}
      </ul>
    </>
  );
}
