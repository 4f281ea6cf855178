import { expect, it } from 'vitest';
import { call } from './support/api.ts';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

it('ships everything that it needs: the packed package runs in an empty folder, with nothing installed', async () => {
  const folder = scratchFolder();
  // Without scripts: what is tested has been built, and a build would change it under other tests.
  const pack = startProgram('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
  });
  expect((await pack.exited).code, pack.stderr()).toBe(0);
  const tarball = pack.stdout().trim();
  const unpack = startProgram('tar', ['-xzf', tarball], { cwd: folder });
  expect((await unpack.exited).code, unpack.stderr()).toBe(0);

  const binary = `${folder}/package/bin/sim.js`;
  const simulator = startProgram(process.execPath, [binary, 'start', '--json', '--port', '0'], {
    cwd: folder,
  });
  const { url } = JSON.parse(await simulator.lines.first((line) => line.startsWith('{'), 'the ready line'));
  expect((await call(url, 'GET', '/health')).status).toBe(200);
  const list = startProgram(process.execPath, [binary, 'session', 'create', '--json'], { cwd: folder });
  expect((await list.exited).code, list.stderr()).toBe(0);
  expect(JSON.parse(list.stdout())).toMatchObject({ status: 'pending' });
  expect((await simulator.stop()).code).toBe(0);
});
