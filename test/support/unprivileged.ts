import { statSync } from 'node:fs';
import { type ProgramOptions, root, startProgram } from './program.ts';

/**
 * Runs `sim …args` as somebody to whom permissions mean something, which they do not to the superuser: as the checkout's owner,
 * who can enter it wherever it stands, and with no more rights than an owner has.
 */
export async function runUnprivileged(
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<{ code: number | null; stderr: string }> {
  const sim = [process.execPath, `${root}bin/sim.js`, ...args];
  const asOwner = ['setpriv', `--reuid=${statSync(root).uid}`, '--bounding-set=-all', ...sim];
  const [command = '', ...words] = process.getuid?.() === 0 ? asOwner : sim;
  const program = startProgram(command, words, options);
  const { code } = await program.exited;
  return { code, stderr: program.stderr() };
}
