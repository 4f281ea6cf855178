import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CLUSTERS } from './test-cluster.ts';

/**
 * Vitest calls it before all tests, once for each of its projects: where the clusters are that end with the processes of the tests,
 * which have no say any more when they go. What it answers is called after all tests, and takes the folder away.
 */
export default function clusterFolder(): (() => Promise<void>) | undefined {
  if (process.env[CLUSTERS] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sim-clusters-'));
  // The server runs as another user where the tests are root's.
  chmodSync(folder, 0o711);
  process.env[CLUSTERS] = folder;
  return async () => {
    for (const cluster of readdirSync(folder)) {
      const file = join(folder, cluster, 'data/postmaster.pid');
      const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
      while (pid > 0 && quit(pid)) await setTimeout(20);
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Whether the process is still there. */
function quit(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGQUIT');
  } catch {
    return false;
  }
}
