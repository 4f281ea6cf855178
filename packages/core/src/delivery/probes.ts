import { FUTURE_EVENT, type ProbeExpectation, type ProbeKind } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { attemptError, isUnusableAnswer } from './attempt-errors.ts';
import type { AttemptResult } from './attempt-result.ts';
import { isAccepted } from './diagnosis/diagnosis.ts';

/** Age of a stale timestamp: twice the usual tolerance of receivers. */
export const STALE_BY_MS = 10 * 60_000;

const temporaryRefusals: readonly number[] = [408, 425, 429];

/**
 * Returns true for a permanent 4xx. A temporary 4xx, such as 429, doesn't prove that the receiver has checked
 * the signature or the timestamp.
 */
export function isFinalRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status <= 499 && !temporaryRefusals.includes(status);
}

export function probeExpectation(kind: ProbeKind): ProbeExpectation {
  return kind === 'bad_signature' || kind === 'stale_timestamp' ? '4xx' : '2xx';
}

/** Returns true if the receiver responded to the probe as expected. */
export function isProbePassed(kind: ProbeKind, { status }: Pick<AttemptResult, 'status'>): boolean {
  return probeExpectation(kind) === '2xx' ? isAccepted(status) : isFinalRefusal(status);
}

export function probeBody(kind: ProbeKind, genuine: string): string {
  if (kind === 'unknown_event') return JSON.stringify({ ...JSON.parse(genuine), event: FUTURE_EVENT });
  if (kind === 'extra_fields') return JSON.stringify(withUnknownFields(JSON.parse(genuine)));
  return genuine;
}

function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, member]) => [name, withUnknownFields(member)]);
  return {
    ...Object.fromEntries(fields),
    simulated_future_field: 'unknown',
    simulated_future_object: { list: [1, null, { deep: true }] },
  };
}

export interface ProbeTexts {
  readonly why: string;
  readonly fix: string | null;
}

/** Explains the result of a probe with the texts of `sim doctor`; null means that the probe is pending. */
export function probeTexts(
  t: Texts,
  kind: ProbeKind,
  result: Pick<AttemptResult, 'status' | 'error'> | null,
): ProbeTexts {
  if (result === null) return { why: t('probe.pending'), fix: null };
  const { status, error } = result;
  if (status === null) {
    const cause = isUnusableAnswer(error) ? 'unusable_answer' : 'unanswered';
    return { why: t(`probe.${cause}.why`, { error: attemptError(error, t) }), fix: t(`probe.${cause}.fix`) };
  }
  if (isProbePassed(kind, result)) return { why: t(`probe.${kind}.passed`, { status }), fix: null };
  if (status >= 300 && status <= 399)
    return { why: t('probe.redirected.why', { status }), fix: t('probe.redirected.fix') };
  const fix = t(`examination.check.${kind}.fix`);
  if (status >= 500) return { why: t('probe.broken', { status }), fix };
  if (probeExpectation(kind) === '4xx' && status >= 400)
    return { why: t('probe.put_off.why', { status }), fix: t('probe.put_off.fix') };
  const because = t(`examination.check.${kind}.because`);
  return { why: t('examination.seen.status', { status, because }), fix };
}
