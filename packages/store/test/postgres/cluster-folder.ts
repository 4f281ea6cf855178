import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CLUSTERS } from './test-cluster.ts';

/**
 * Vitest's global setup: creates the directory for clusters and returns its cleanup. A server ends shortly
 * after its test process, so only this cleanup can delete its files.
 */
export default function clusterFolder(): (() => Promise<void>) | undefined {
  if (process.env[CLUSTERS] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sim-clusters-'));
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

function quit(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGQUIT');
  } catch {
    return false;
  }
}
