import { declareRelay } from './commands/relay.ts';
import { completion } from './completion/completion-leaf.ts';
import { completionRequest, newProgram, runProgram, suggestions } from './program.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs `relay`, or `svc-relay` where it is installed alone, which is `sim relay` as a program of its own; answers the exit code (contract section 8). */
export async function runRelay(surroundings: Surroundings, name = 'relay'): Promise<number> {
  const { words } = surroundings;
  const asked = completionRequest(words);
  const program = newProgram(name, surroundings).description('Deliver webhooks to a port of this machine.');
  declareRelay(program, surroundings);
  const child = program.command(completion.name).description(completion.summary).helpCommand(false);
  if ((asked ?? words)[0] === completion.name) (await completion.load())(child, surroundings);
  return asked
    ? (await suggestions())(program, asked, surroundings)
    : runProgram(program, words, surroundings);
}
