/** The value at `share` (0 to 1) of the sorted values: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined) throw new Error('no value was measured');
  return (low + high) / 2;
}

/**
 * Measures contestants in turns (A B, B A, …), so that whatever else the machine does meets all of them, and answers
 * the median of each.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const entrants = Object.entries<() => Promise<number>>(contestants).map(([name, run]) => ({
    name,
    run,
    values: [] as number[],
  }));
  for (let round = 0; round < rounds; round++) {
    for (const { run, values } of round % 2 ? entrants.toReversed() : entrants) values.push(await run());
  }
  return Object.fromEntries(entrants.map(({ name, values }) => [name, quantile(values, 0.5)])) as Record<
    Name,
    number
  >;
}

/** The same of targets, each of which is measured by `run`, at length first: the first requests find cold code. */
export async function inTurns<Name extends string, Target>(
  rounds: number,
  targets: Record<Name, Target>,
  run: (target: Target, warmingUp: boolean) => Promise<number>,
): Promise<Record<Name, number>> {
  const contestants = Object.entries<Target>(targets);
  for (const [, target] of contestants) await run(target, true);
  const runs = contestants.map(([name, target]) => [name, () => run(target, false)]);
  return interleave(rounds, Object.fromEntries(runs) as Record<Name, () => Promise<number>>);
}
