import { statSync } from 'node:fs';
import { type Program, type ProgramOptions, root, startProgram } from './program.ts';

/**
 * Starts `sim …args` as the checkout's owner without privileges, because file permissions don't apply to the
 * superuser.
 */
export function startUnprivileged(args: readonly string[], options: ProgramOptions = {}): Program {
  const sim = [process.execPath, `${root}bin/sim.js`, ...args];
  const asOwner = ['setpriv', `--reuid=${statSync(root).uid}`, '--bounding-set=-all', ...sim];
  const [command = '', ...words] = process.getuid?.() === 0 ? asOwner : sim;
  return startProgram(command, words, options);
}

/** Runs `sim …args` without privileges to its end. */
export async function runUnprivileged(
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<{ code: number | null; stderr: string }> {
  const program = startUnprivileged(args, options);
  const { code } = await program.exited;
  return { code, stderr: program.stderr() };
}
