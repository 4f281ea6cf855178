import type { NameIn, Texts } from '@svc-simulator/texts/texts.ts';
import type { Clock } from '../clock.ts';
import { type Check, checks } from './checks.ts';
import { type CheckId, FEW_AT_ONCE, findingOf, type Verdict } from './finding.ts';
import type { ReceiverUnderTest } from './receiver-under-test.ts';

export interface Examined {
  readonly id: CheckId;
  readonly verdict: Verdict;
  readonly tookMs: number;
}

/** Runs the checks one after the other; one that needs another which did not pass is skipped, and nothing runs without the first. */
export async function examine(
  { elapsed }: Pick<Clock, 'elapsed'>,
  receiver: ReceiverUnderTest,
  checks: readonly Check[],
): Promise<readonly Examined[]> {
  const examined = new Map<CheckId, Examined>();
  for (const check of checks) {
    const beganMs = elapsed();
    const wanting = [checks[0]?.id, ...(check.needs ?? [])].find(
      (id) => id !== undefined && isWanting(examined, id),
    );
    const verdict = wanting ? skippedFor(wanting) : await check.run(receiver);
    examined.set(check.id, { id: check.id, verdict, tookMs: Math.round(elapsed() - beganMs) });
  }
  return [...examined.values()];
}

function isWanting(examined: ReadonlyMap<CheckId, Examined>, id: CheckId): boolean {
  const former = examined.get(id);
  if (former === undefined || former.verdict.outcome === 'passed') return false;
  // One after the other it takes all of them.
  return !(former.verdict.outcome === 'failed' && former.verdict.code === FEW_AT_ONCE);
}

function skippedFor(id: CheckId): Verdict {
  return {
    outcome: 'skipped',
    because: (t) => t('examination.skipped', { title: t(`examination.check.${id}.title`), id }),
  };
}

/** What an examination found, in words and for programs. */
export type ExaminationReport = ReturnType<typeof examinationReport>;

/**
 * `simulator`: the address of the one that sent the webhooks, null when it is the one that tells. Of a check, `code`: what kind of
 * fault it is, finer than the check itself where the answer tells; `why`: what was seen and why it matters, or why it was skipped.
 * A check that passed has them when there is something to look at all the same.
 * `t` speaks `examination`, `diagnosis`, `signature`, `probe` and `word`.
 */
export function examinationReport(
  t: Texts,
  { url, simulator }: { readonly url: string; readonly simulator: string | null },
  examined: readonly Examined[],
) {
  const checks = examined.map(({ id, verdict, tookMs }) => {
    const finding = findingOf(verdict);
    return {
      id,
      title: t(`examination.check.${id}.title`),
      outcome: verdict.outcome,
      code: finding?.code ?? null,
      why: verdict.outcome === 'skipped' ? verdict.because(t) : (finding?.why(t) ?? null),
      mend: finding?.mend(t) ?? null,
      duration_ms: tookMs,
    };
  });
  return { url, simulator, healthy: checks.every(({ outcome }) => outcome !== 'failed'), checks };
}

/** What may happen to a receiver in production, as checks that are made of it; each holds what its checks need, in their order. */
export interface Scenario {
  /** The catalogues have its `title`, and as `text` what is sent and what a receiver should do. */
  readonly id: NameIn<'examination.scenario', 'title'>;
  readonly checkIds: readonly CheckId[];
}

/** The scenarios from the plainest to all that there is. */
export const scenarios: readonly Scenario[] = [
  { id: 'happy_path', checkIds: ['genuine_webhook', 'all_events', 'fast_answers'] },
  { id: 'retry', checkIds: ['genuine_webhook', 'concurrency', 'duplicate', 'retry_after_failure'] },
  {
    id: 'late_accreditation',
    checkIds: ['genuine_webhook', 'all_events', 'any_order', 'late_accreditation'],
  },
  { id: 'expiry', checkIds: ['genuine_webhook', 'unknown_event', 'extra_fields', 'expired_session'] },
  { id: 'duplicate', checkIds: ['genuine_webhook', 'concurrency', 'duplicate', 'duplicates_at_once'] },
  {
    id: 'forged',
    checkIds: [
      'genuine_webhook',
      'bad_signature',
      'missing_signature',
      'partial_signature',
      'stale_timestamp',
    ],
  },
  { id: 'everything', checkIds: checks.map(({ id }) => id) },
];
