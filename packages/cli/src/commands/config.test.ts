import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runStage } from '../../test/live.ts';
import { createStage, type StageOptions } from '../../test/stage.ts';
import { dataDirectoryOf, runFilePath } from '../connection/run-file.ts';
import { runSim } from '../run-sim.ts';

function inFolder(files: Readonly<Record<string, unknown>>, line: string, options: StageOptions = {}) {
  const stage = createStage(line.split(' '), options);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(
      join(stage.directory, name),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  }
  return stage;
}

async function settingsOf(...words: Parameters<typeof inFolder>) {
  const { code, stdout, stderr } = await runStage(inFolder(...words));
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).settings;
}

describe('sim config', () => {
  it('uses a flag before the environment, the environment before the file, and the file before the default', async () => {
    const file = { port: 5001, host: '::1', accreditationDelay: 0, durability: 'strict', tls: true };
    const settings = await settingsOf({ 'sim.config.json': file }, 'config --json --port 5003', {
      env: { SIM_PORT: '5002', SIM_HOST: '127.0.0.2' },
    });
    expect(settings).toMatchObject({
      port: { value: 5003, source: 'flag', from: '--port' },
      host: { value: '127.0.0.2', source: 'environment', from: 'SIM_HOST' },
      accreditationDelay: { value: 0, source: 'file', from: 'sim.config.json' },
      durability: { value: 'strict', source: 'file' },
      tls: { value: true, source: 'file' },
      data: { value: '.sim', source: 'default' },
      demo: { value: true, source: 'default' },
      seed: { value: null, source: 'default' },
      drain: { value: '5000 when hosted, otherwise 0', source: 'default' },
    });
  });

  it.each([
    ['the command line', {}, 'config --json --allow-host a.example --allow-host b.example,c.example', {}],
    ['the environment', {}, 'config --json', { SIM_ALLOW_HOST: 'a.example, b.example,c.example' }],
    ['a list in the file', { allowHost: ['a.example', 'b.example', 'c.example'] }, 'config --json', {}],
    ['a text in the file', { allowHost: 'a.example,b.example,c.example' }, 'config --json', {}],
  ])('reads several hosts from %s', async (_where, file, words, env) => {
    const settings = await settingsOf({ 'sim.config.json': file }, words, { env });
    expect(settings.allowHost.value).toEqual(['a.example', 'b.example', 'c.example']);
  });

  it('prints a line for each setting, and hides secrets', async () => {
    const file = {
      database: 'postgres://sim:p4ss@db/sim',
      metricsToken: 'a-long-metrics-token',
      rates: { USD: '2' },
    };
    const { stdout } = await runStage(inFolder({ 'sim.config.json': file }, 'config'));
    expect(stdout).toMatch(/^port +4010 +default$/m);
    expect(stdout).toMatch(/^accreditationDelay +5000 +default$/m);
    expect(stdout).toMatch(/^rates +\{"USD":"2"\} +sim\.config\.json$/m);
    expect(stdout).toContain('postgres://sim:…@db/sim');
    expect(stdout).not.toMatch(/p4ss|metrics-token|seed/);
  });

  it('reads "svc-simulator" in a package.json, also in a parent directory, and resolves paths from that directory', async () => {
    const packageFile = {
      name: 'shop',
      'svc-simulator': { data: 'tmp/sim', seed: './seed.json', lang: 'es', demo: false },
    };
    const stage = inFolder({ 'package.json': packageFile }, 'config');
    const below = join(stage.directory, 'src');
    mkdirSync(below);
    writeFileSync(join(below, 'package.json'), '{"name":"part"}');
    expect(await runSim({ ...stage.context, directory: below })).toBe(0);
    expect(stage.stdout()).toMatch(/^data +\.\.\/tmp\/sim +\.\.\/package\.json$/m);
    expect(stage.stdout()).toMatch(/^seed +\.\.\/seed\.json /m);
    expect(stage.stdout()).toMatch(/^port +4010 +por defecto$/m);
    expect(dataDirectoryOf(below, undefined)).toBe(join(stage.directory, 'tmp/sim'));
    mkdirSync(join(stage.directory, '.sim'));
    writeFileSync(runFilePath(join(stage.directory, '.sim')), '{}');
    expect(dataDirectoryOf(below, undefined)).toBe(join(stage.directory, '.sim'));
  });

  it('reports each fault of a file with its pointer, and starts nothing', async () => {
    const file = {
      port: '5001',
      prot: 1,
      durability: 'weak',
      rates: { USD: 'x' },
      ephemeral: 1,
      $schema: 'x',
    };
    for (const command of ['start --port 0', 'exec -- true', 'config']) {
      const { code, stdout, stderr } = await runStage(inFolder({ 'sim.config.json': file }, command));
      expect([command, code, stdout]).toEqual([command, 2, '']);
      expect(stderr).toMatch(/sim\.config\.json has errors$/m);
      const faults = [...stderr.matchAll(/^ {2}(\/\w+) /gm)].map(([, pointer]) => pointer);
      expect(faults).toEqual(['/port', '/prot', '/durability', '/rates', '/ephemeral']);
    }
    const inPackage = await runStage(
      inFolder({ 'package.json': { 'svc-simulator': { port: -1 } } }, 'config --json'),
    );
    expect(JSON.parse(inPackage.stderr)).toMatchObject({ errors: [{ pointer: '/svc-simulator/port' }] });
    for (const text of ['{', '[]', 'null']) {
      const configRun = await runStage(inFolder({ 'sim.config.json': text }, 'config'));
      expect([text, configRun.code, configRun.stderr]).toEqual([
        text,
        2,
        expect.stringContaining('(the whole file)'),
      ]);
    }
    expect((await runStage(inFolder({ 'package.json': '{' }, 'config'))).code).toBe(0);
  });

  it('prints the schema of every setting, which equals the packed schema file', async () => {
    const { stdout } = await runStage(inFolder({}, 'config --schema'));
    await expect(stdout).toMatchFileSnapshot('../../sim.config.schema.json');
    const { properties } = JSON.parse(stdout);
    const settings = await settingsOf({}, 'config --json');
    expect(Object.keys(properties).sort()).toEqual(['$schema', ...Object.keys(settings)].sort());
    expect(properties).toMatchObject({
      port: { type: 'integer', default: 4010 },
      rates: { type: 'object' },
      lang: { enum: ['es', 'en'] },
    });
  });
});

describe('sim start', () => {
  it('uses the settings of sim.config.json', async () => {
    const stage = inFolder({ 'sim.config.json': { port: 0, data: 'here', json: true } }, 'start');
    const running = runSim(stage.context);
    while (stage.stdout() === '') await new Promise(setImmediate);
    expect(readFileSync(runFilePath(join(stage.directory, 'here')), 'utf8')).toContain('"pid": 4711');
    expect(JSON.parse(stage.stdout().split('\n')[0] ?? '')).not.toMatchObject({
      url: 'http://127.0.0.1:4010',
    });
    stage.signal('SIGTERM');
    expect(await running).toBe(0);
  });
});
