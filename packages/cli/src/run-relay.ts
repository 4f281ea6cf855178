import { declareRelay } from './commands/relay.ts';
import { newProgram, runProgram } from './program.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs `relay`, which is `sim relay` as a program of its own; answers the exit code (contract section 8). */
export async function runRelay(surroundings: Surroundings): Promise<number> {
  const program = newProgram('relay', surroundings).description(
    'Deliver webhooks to a port of this machine.',
  );
  declareRelay(program, surroundings);
  return runProgram(program, surroundings.words, surroundings);
}
