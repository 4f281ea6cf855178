import { FUTURE_EVENT, type ProbeExpectation, type ProbeKind } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { attemptError, isUnusableAnswer } from './attempt-errors.ts';
import type { AttemptResult } from './attempt-result.ts';

/** How far in the past a `stale_timestamp` probe is signed: twice what a receiver should tolerate. */
export const STALE_BY_MS = 10 * 60_000;

/** Refusals that only put off, whatever was sent: they show no check. */
const putOff: readonly number[] = [408, 425, 429];

const expectations: Readonly<Record<ProbeKind, ProbeExpectation>> = {
  bad_signature: '4xx',
  stale_timestamp: '4xx',
  duplicate: '2xx',
  unknown_event: '2xx',
  extra_fields: '2xx',
};

/** How a receiver should answer a probe. */
export function expectedOf(kind: ProbeKind): ProbeExpectation {
  return expectations[kind];
}

/** Whether the answer to a probe is the one that its kind expects; no answer never is. */
export function isProbePassed(kind: ProbeKind, { status }: Pick<AttemptResult, 'status'>): boolean {
  if (status === null) return false;
  if (expectedOf(kind) === '2xx') return status >= 200 && status <= 299;
  return status >= 400 && status <= 499 && !putOff.includes(status);
}

/**
 * The raw body of a probe, made from that of a genuine webhook: the same text, another `event`, or unknown fields in
 * every object of it, however deep.
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

/** What the answer to a probe means, and what to do about it; `mend` is null when there is nothing to mend. */
export interface ProbeTexts {
  readonly why: string;
  readonly mend: string | null;
}

/** Explains how a probe ended, a fault as an examination does; no result: its answer has not come yet. */
export function probeTexts(
  t: Texts,
  kind: ProbeKind,
  result: Pick<AttemptResult, 'status' | 'error'> | null,
): ProbeTexts {
  if (result === null) return { why: t('probe.pending'), mend: null };
  const { status, error } = result;
  if (status === null) {
    const cause = isUnusableAnswer(error) ? 'unusable_answer' : 'unanswered';
    return {
      why: t(`probe.${cause}.why`, { error: attemptError(error, t) }),
      mend: t(`probe.${cause}.mend`),
    };
  }
  if (isProbePassed(kind, result)) return { why: t(`probe.${kind}.passed`, { status }), mend: null };
  if (status >= 300 && status <= 399)
    return { why: t('probe.redirected.why', { status }), mend: t('probe.redirected.mend') };
  const mend = t(`examination.check.${kind}.mend`);
  if (status >= 500) return { why: t('probe.broken', { status }), mend };
  // Whoever expects a refusal and sees one here was only put off.
  if (expectedOf(kind) === '4xx' && status >= 400)
    return { why: t('probe.put_off.why', { status }), mend: t('probe.put_off.mend') };
  const because = t(`examination.check.${kind}.because`);
  return { why: t('examination.seen.status', { status, because }), mend };
}
