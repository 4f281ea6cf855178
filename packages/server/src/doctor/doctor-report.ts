import type { Clock } from '@svc-simulator/core';
import type { NameIn, Texts } from '@svc-simulator/texts/texts.ts';
import { type Check, checks } from './checks.ts';
import { runConfirmed, runFirst } from './confirmed-check.ts';
import {
  BODY_LIMIT,
  type CheckId,
  CRASHED,
  findingOf,
  LOW_CONCURRENCY,
  SAME_SESSION,
  simulatorErrorVerdict,
  type Verdict,
} from './finding.ts';
import { RelayedError } from './simulated-webhooks.ts';
import type { TestedReceiver } from './tested-receiver.ts';

export interface CheckResult {
  readonly id: CheckId;
  readonly verdict: Verdict;
  readonly durationMs: number;
}

/**
 * Codes of verdicts on receivers that reject even valid webhooks: at random, above a rate or above a length,
 * or because they crashed. No later check would prove anything.
 */
const finalCodes = ['sometimes', 'limited', BODY_LIMIT, CRASHED];

/**
 * Runs the checks in order. Skips a check if the first check or a check that it needs didn't pass, and after
 * a verdict with one of the `finalCodes`.
 */
export async function runChecks(
  clock: Pick<Clock, 'elapsed' | 'after'>,
  receiver: TestedReceiver,
  selection: readonly Check[],
): Promise<readonly CheckResult[]> {
  const results = new Map<CheckId, CheckResult>();
  for (const check of selection) {
    const startedAtMs = clock.elapsed();
    const final = [...results.values()].find(({ verdict }) => {
      const code = findingOf(verdict)?.code ?? '';
      return finalCodes.includes(code) || (check.isLaterEvent && code === SAME_SESSION);
    });
    const unmetId = [selection[0]?.id, final?.id, ...(check.needs ?? [])].find(
      (id) => id !== undefined && hasNotPassed(results, id),
    );
    const run = results.size === 0 ? runFirst : runConfirmed;
    const verdict = unmetId
      ? skippedVerdict(unmetId)
      : await run(check, receiver, clock).catch((error) => {
          if (results.size === 0 || error instanceof RelayedError) throw error;
          return simulatorErrorVerdict(error);
        });
    results.set(check.id, { id: check.id, verdict, durationMs: Math.round(clock.elapsed() - startedAtMs) });
  }
  return [...results.values()];
}

function hasNotPassed(results: ReadonlyMap<CheckId, CheckResult>, id: CheckId): boolean {
  const result = results.get(id);
  if (result === undefined || result.verdict.outcome === 'passed') return false;
  // A receiver that fails only simultaneous webhooks still accepts single webhooks, so dependent checks can
  // run.
  return !(result.verdict.outcome === 'failed' && result.verdict.code === LOW_CONCURRENCY);
}

function skippedVerdict(id: CheckId): Verdict {
  return {
    outcome: 'skipped',
    because: (t) => t('examination.skipped', { title: t(`examination.check.${id}.title`) }),
  };
}

export type DoctorReport = ReturnType<typeof buildReport>;

/**
 * Builds the report of a test run. `simulator` is the URL of the simulator that sent the webhooks, or null in
 * the simulator's own report. `t` needs the texts `examination`, `diagnosis`, `signature`, `probe` and
 * `word`.
 */
export function buildReport(
  t: Texts,
  { url, simulator }: { readonly url: string; readonly simulator: string | null },
  results: readonly CheckResult[],
) {
  const checkReports = results.map(({ id, verdict, durationMs }) => {
    const finding = findingOf(verdict);
    return {
      id,
      title: t(`examination.check.${id}.title`),
      outcome: verdict.outcome,
      code: finding?.code ?? null,
      why: verdict.outcome === 'skipped' ? verdict.because(t) : (finding?.why(t) ?? null),
      fix: finding?.fix(t) ?? null,
      experiment: finding?.experiment ?? null,
      duration_ms: durationMs,
    };
  });
  return {
    url,
    simulator,
    healthy: checkReports.every(({ outcome }) => outcome !== 'failed'),
    checks: checkReports,
  };
}

/** Checks that simulate a situation from production, together with the checks that they need. */
export interface Scenario {
  /** Key of the texts `title` and `text`; `text` describes the webhooks and the expected response. */
  readonly id: NameIn<'examination.scenario', 'title'>;
  readonly checkIds: readonly CheckId[];
}

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
