import { FUTURE_EVENT, type ProbeExpectation, type ProbeKind } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { attemptError, isUnusableAnswer } from './attempt-errors.ts';
import type { AttemptResult } from './attempt-result.ts';

/** Age of the timestamp in a `stale_timestamp` probe: twice the tolerance that a receiver should have. */
export const STALE_BY_MS = 10 * 60_000;

/** Temporary refusals; they don't prove that the receiver checks anything. */
const putOff: readonly number[] = [408, 425, 429];

const expectations: Readonly<Record<ProbeKind, ProbeExpectation>> = {
  bad_signature: '4xx',
  stale_timestamp: '4xx',
  duplicate: '2xx',
  unknown_event: '2xx',
  extra_fields: '2xx',
};

export function expectedOf(kind: ProbeKind): ProbeExpectation {
  return expectations[kind];
}

/** Returns true if the response to a probe is the expected one; a missing response never is. */
export function isProbePassed(kind: ProbeKind, { status }: Pick<AttemptResult, 'status'>): boolean {
  if (status === null) return false;
  if (expectedOf(kind) === '2xx') return status >= 200 && status <= 299;
  return status >= 400 && status <= 499 && !putOff.includes(status);
}

/**
 * Returns the raw body of a probe from a genuine one: the same, another `event`, or unknown fields in every
 * object.
 */
export function probeBody(kind: ProbeKind, genuine: string): string {
  if (kind === 'unknown_event') return JSON.stringify({ ...JSON.parse(genuine), event: FUTURE_EVENT });
  if (kind === 'extra_fields') return JSON.stringify(extended(JSON.parse(genuine)));
  return genuine;
}

function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, member]) => [name, extended(member)]);
  return {
    ...Object.fromEntries(fields),
    simulated_future_field: 'unknown',
    simulated_future_object: { list: [1, null, { deep: true }] },
  };
}

/** Meaning of the response to a probe, and the fix if one is needed. */
export interface ProbeTexts {
  readonly why: string;
  readonly fix: string | null;
}

/** Explains the result of a probe like a fault of a test run; without a result it is still pending. */
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
  // The refusal was temporary, so it isn't the expected one.
  if (expectedOf(kind) === '4xx' && status >= 400)
    return { why: t('probe.put_off.why', { status }), fix: t('probe.put_off.fix') };
  const because = t(`examination.check.${kind}.because`);
  return { why: t('examination.seen.status', { status, because }), fix };
}
