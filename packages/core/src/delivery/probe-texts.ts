import type { ProbeKind } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { attemptError } from './attempt-errors.ts';
import type { AttemptResult } from './attempt-result.ts';
import { expectedOf, isProbePassed } from './probes.ts';

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
  if (status === null)
    return {
      why: t('probe.unanswered.why', { error: attemptError(error, t) }),
      mend: t('probe.unanswered.mend'),
    };
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
