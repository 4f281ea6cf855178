import examination from 'texts:examination';
import probeArea from 'texts:probe';
import word from 'texts:word';
import type { ProbeKind } from '@svc-simulator/contract';
import { type AttemptVia, type DeliveryRecord, probeExpectation, probeTexts } from '@svc-simulator/core';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';

export interface SentProbe {
  readonly kind: ProbeKind;
  readonly delivery: DeliveryRecord;
  /** Null after a timeout; the trace shows a later verdict. */
  readonly verdict: ProbeVerdict | null;
}

export interface ProbeVerdict {
  readonly passed: boolean;
  readonly via: AttemptVia;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly simulator_duration_ms?: number;
}

const probeTextsIn = textsByLanguage(probeArea, examination, word);

export function presentProbe({ kind, delivery, verdict }: SentProbe, language: Language) {
  const { why, fix } = probeTexts(probeTextsIn(language), kind, verdict);
  return {
    probe_id: delivery.id,
    session_id: delivery.sessionId,
    kind,
    event: delivery.event,
    expected: probeExpectation(kind),
    via: verdict?.via ?? null,
    status: verdict?.status ?? null,
    error: verdict?.error ?? null,
    duration_ms: verdict?.duration_ms ?? null,
    simulator_duration_ms: verdict?.simulator_duration_ms ?? verdict?.duration_ms ?? null,
    passed: verdict?.passed ?? null,
    why,
    fix,
  };
}
