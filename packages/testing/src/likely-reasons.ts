import type { TraceEvent } from '@svc-simulator/contract';
import { type AttemptResult, deliveryDiagnosis } from '@svc-simulator/core';

/** How many reasons are worth reading. */
const TOLD = 2;

interface AttemptedData {
  readonly via: AttemptResult['via'];
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly response_body: string | null;
}

/** Why a receiver may not have taken a delivery, the likeliest first, and what to do about it; empty when it has not refused it. */
export function likelyReasons(deliveryId: string | null, events: readonly TraceEvent[]): string {
  const attempts = events
    .filter(({ type, data }) => type === 'webhook.attempted' && data.delivery_id === deliveryId)
    .map(({ data }) => attemptOf(data as unknown as AttemptedData));
  const reasons = deliveryDiagnosis({ attempts, probe: null, variant: 'timestamp' });
  return reasons
    .slice(0, TOLD)
    .map(({ severity, reason, advice }) => `\n${severity}: ${reason.en} ${advice.en}`)
    .join('');
}

function attemptOf({ via, status, error, duration_ms, response_body }: AttemptedData) {
  return { via, status, error, durationMs: duration_ms, responseBody: response_body };
}
