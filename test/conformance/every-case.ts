import type { Case } from './case.ts';
import { allCases } from './cases/index.ts';
import { generatedCases } from './strategies/index.ts';

/** The whole suite: what is written, and what follows from the contract's schemas. */
export function everyCase(): readonly Case[] {
  return [...allCases(), ...generatedCases()];
}
