import type { ProbeKind } from '@svc-simulator/contract';
import type { LastAttempt } from '../records.ts';
import { type DiagnosedAttempt, deliveryDiagnosis, isAccepted } from './diagnosis/diagnosis.ts';
import { type AttemptedData, attemptOf } from './diagnosis/trace-diagnosis.ts';

/**
 * Returns the summary of an attempt for lists. Its cause, the first of `deliveryDiagnosis`, is independent of
 * the signed form.
 */
export function lastAttemptOf(attempt: DiagnosedAttempt, probe: ProbeKind | null): LastAttempt {
  const { status, error, durationMs } = attempt;
  const told = { status, error, durationMs };
  if (isAccepted(status)) return told;
  const [reason] = deliveryDiagnosis({ attempts: [attempt], probe, variant: 'timestamp' });
  return reason ? { ...told, cause: reason.code } : told;
}

interface TracedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function lastAttemptsIn(trace: readonly TracedEvent[]): ReadonlyMap<string, LastAttempt> {
  const last = new Map<string, LastAttempt>();
  for (const { type, data } of trace) {
    if (type !== 'webhook.attempted' || typeof data.delivery_id !== 'string') continue;
    // Imported files may contain any value under these names.
    if (typeof data.duration_ms !== 'number' || !isStatusOrNull(data.status)) continue;
    const { probe } = data as { readonly probe?: ProbeKind };
    last.set(data.delivery_id, lastAttemptOf(attemptOf(data as AttemptedData), probe ?? null));
  }
  return last;
}

function isStatusOrNull(status: unknown): boolean {
  return status === null || typeof status === 'number';
}
