import { statSync } from 'node:fs';
import { type Program, type ProgramOptions, root, startProgram } from './program.ts';

/**
 * Starts `sim …args` as somebody to whom permissions mean something, which they do not to the superuser: as the checkout's owner,
 * who can enter it wherever it stands, and with no more rights than an owner has.
 */
export function startUnprivileged(args: readonly string[], options: ProgramOptions = {}): Program {
  const sim = [process.execPath, `${root}bin/sim.js`, ...args];
  const asOwner = ['setpriv', `--reuid=${statSync(root).uid}`, '--bounding-set=-all', ...sim];
  const [command = '', ...words] = process.getuid?.() === 0 ? asOwner : sim;
  return startProgram(command, words, options);
}

/** Runs it to its end. */
export async function runUnprivileged(
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<{ code: number | null; stderr: string }> {
  const program = startUnprivileged(args, options);
  const { code } = await program.exited;
  return { code, stderr: program.stderr() };
}
