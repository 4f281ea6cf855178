import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Directory for everything that the bench stores; deleted when the bench ends. */
const scratch = mkdtempSync(join(tmpdir(), 'svc-simulator-bench-'));
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export interface Simulator {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a simulator in the scratch directory, with a durable store. It is killed when the bench ends. */
export async function startSimulator(...args: readonly string[]): Promise<Simulator> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SIM_')));
  const words = ['start', '--port', '0', '--json', '--quiet', ...args];
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  // npm starts the bench in the root of the repository, so `bin/sim.js` is relative to it.
  const child = spawn(process.execPath, [resolve('bin/sim.js'), ...words], {
    env,
    cwd: scratch,
    stdio: [...stdio],
  });
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const [ready] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(([code]) => Promise.reject(new Error(`sim start ended with exit code ${code}`))),
  ]);
  return {
    url: JSON.parse(ready).url,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
