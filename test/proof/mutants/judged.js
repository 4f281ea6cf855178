import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildEntry } from '../../conformance/build.js';

/**
 * Starts a simulator, with a mutant if one is given, and runs `work` with its URL. Returns null if the
 * simulator doesn't start.
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
