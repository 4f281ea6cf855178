import { randomUUID } from 'node:crypto';
import { runSim } from '../../packages/cli/src/run-sim.ts';
import { stageFor } from '../../packages/cli/test/stage.ts';
import type { ProgramOptions } from './program.ts';

/**
 * `runSim` of `program.ts` within this process, for tests that want what a command does and have no question about the program: to start
 * another one takes longer than most commands do.
 */
export async function runSimHere(
  words: readonly string[],
  { cwd, env = {} }: Pick<ProgramOptions, 'cwd' | 'env'> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const stage = stageFor(words, { env });
  stage.nowMs = Date.now();
  const directory = cwd ?? stage.directory;
  const code = await runSim({ ...stage.context, directory, randomPassword: randomUUID });
  return { code, stdout: stage.stdout(), stderr: stage.stderr() };
}
