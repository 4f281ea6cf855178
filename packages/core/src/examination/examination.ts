import type { Clock } from '../clock.ts';
import type { Check } from './check.ts';
import { type CheckId, FEW_AT_ONCE, type Verdict } from './finding.ts';
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
