import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { until } from './support/until.ts';

/** Creates a project in which npm's own `npx sim` runs this checkout. */
function projectWithSim(): string {
  const folder = scratchFolder();
  mkdirSync(`${folder}/node_modules/.bin`, { recursive: true });
  symlinkSync(`${root}bin/sim.js`, `${folder}/node_modules/.bin/sim`);
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('leaves no simulator behind when the npx that started it is killed', async () => {
  const words = ['--no-install', 'sim', 'start', '--port', '0', '--json'];
  const npx = startProgram('npx', words, { cwd: projectWithSim() });
  const { url, pid } = JSON.parse(await npx.lines.first((line) => line.startsWith('{')));
  expect(pid).not.toBe(npx.pid);
  npx.signal('SIGTERM');
  await until(() => !isAlive(pid));
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});
