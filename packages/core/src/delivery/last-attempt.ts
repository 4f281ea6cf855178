import type { ProbeKind } from '@svc-simulator/contract';
import type { LastAttempt } from '../records.ts';
import { type DiagnosedAttempt, deliveryDiagnosis, isAccepted } from './diagnosis/diagnosis.ts';
import { type AttemptedData, attemptOf } from './diagnosis/trace-diagnosis.ts';

/** Summarizes an attempt for lists. `cause` is the first reason of `deliveryDiagnosis`. */
export function lastAttemptOf(attempt: DiagnosedAttempt, probe: ProbeKind | null): LastAttempt {
  const { status, error, durationMs } = attempt;
  const summary = { status, error, durationMs };
  if (isAccepted(status)) return summary;
  const [reason] = deliveryDiagnosis({ attempts: [attempt], probe, variant: 'timestamp' });
  return reason ? { ...summary, cause: reason.code } : summary;
}

interface TracedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function lastAttemptsIn(trace: readonly TracedEvent[]): ReadonlyMap<string, LastAttempt> {
  const lastByDelivery = new Map<string, LastAttempt>();
  for (const { type, data } of trace) {
    if (type !== 'webhook.attempted' || typeof data.delivery_id !== 'string') continue;
    // Checks the types, because the event can come from an imported file with any values.
    if (typeof data.duration_ms !== 'number' || !isStatusOrNull(data.status)) continue;
    const { probe } = data as { readonly probe?: ProbeKind };
    lastByDelivery.set(data.delivery_id, lastAttemptOf(attemptOf(data as AttemptedData), probe ?? null));
  }
  return lastByDelivery;
}

function isStatusOrNull(status: unknown): boolean {
  return status === null || typeof status === 'number';
}
