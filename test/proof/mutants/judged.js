import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildEntry } from '../../conformance/build.js';

/**
 * Starts a simulator, with a mutant in it if one is given, and does something with its address. One that does not even start
 * answers null.
 * @template T
 * @param {import('./mutant.js').Mutant | undefined} mutant
 * @param {(url: string) => Promise<T>} work
 * @param {Readonly<Record<string, string>>} [env]
 * @returns {Promise<T | null>}
 */
export async function inSimulator(mutant, work, env = {}) {
  const file = await buildEntry('proof/mutants/simulator', mutant);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
    return typeof line === 'string' && line.startsWith('http') ? await work(line) : null;
  } finally {
    child.kill('SIGKILL');
  }
}
