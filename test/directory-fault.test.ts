import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator, startSimulatorProcess } from './support/simulator.ts';
import { runUnprivileged } from './support/unprivileged.ts';

it('says that a directory can not be written, and what to do, when it is read-only', async () => {
  const folder = scratchFolder();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  for (const [path, mode] of [
    [folder, 0o755],
    [dataDir, 0o555],
  ] as const)
    chmodSync(path, mode);
  const text = (path: string) =>
    `the data directory ${path} cannot be written (EACCES); pass another one with --data, or --ephemeral`;
  for (const path of [dataDir, join(dataDir, 'below')]) {
    const { code, stderr } = await runUnprivileged(['start', '--port', '0', '--quiet', '--data', path]);
    expect(code, stderr).toBe(1);
    expect(stderr).toContain(text(path));
  }
});

it('keeps a second process out of a directory, by name, and lets it in when the first is dead', async () => {
  const dataDir = scratchFolder();
  const first = await startSimulatorProcess({ dataDir });
  await expect(startSimulator({ dataDir })).rejects.toThrow(
    `the simulator of ${dataDir} runs already, at ${first.url} (process ${first.pid}); use that one`,
  );
  first.signal('SIGKILL');
  await first.exited;
  expect((await startSimulator({ dataDir })).account).toEqual(first.account);
});
