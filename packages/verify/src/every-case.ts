import { callsIn } from './builders.ts';
import type { Case } from './case.ts';
import { allCases } from './cases/index.ts';
import { generatedCases } from './strategies/index.ts';

/** The whole suite: what is written, and what follows from the contract's schemas. */
export function everyCase(): readonly Case[] {
  return [...allCases(), ...generatedCases()];
}

/** How many objects the cases create at most, by the operation that makes them. */
export function whatIsMade(cases: readonly Case[]): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  for (const { call, want } of cases.flatMap(({ steps }) => callsIn(steps)))
    if (want.status === 201) made.set(call, (made.get(call) ?? 0) + 1);
  return made;
}
