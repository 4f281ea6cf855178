import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runOn } from '../../test/live.ts';
import { type StageOptions, stageFor } from '../../test/stage.ts';
import { dataDirectoryOf, runFileIn } from '../connection/run-file.ts';
import { runSim } from '../run-sim.ts';

/** A command in a folder with a configuration. */
function configured(content: unknown, line: string, options: StageOptions = {}) {
  const stage = stageFor(line.split(' '), options);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(stage.directory, 'sim.config.json'), text);
  return stage;
}

describe('sim.config.json', () => {
  it('holds for sim start, less than the environment, and that less than a flag', async () => {
    const file = { port: 1, data: 'of-file', json: true, demo: false };
    const stage = configured(file, 'start --port 0', { env: { SIM_DATA: 'of-environment' } });
    const running = runSim(stage.context);
    while (stage.stdout() === '') await new Promise(setImmediate);
    expect(JSON.parse(stage.stdout().split('\n')[0] ?? '')).toMatchObject({ account: null });
    expect(readFileSync(runFileIn(join(stage.directory, 'of-environment')), 'utf8')).toContain('"pid": 4711');
    expect(existsSync(join(stage.directory, 'of-file'))).toBe(false);
    stage.signal('SIGTERM');
    expect(await running).toBe(0);
  });

  it('holds in folders below, with paths from its own, and says the language', async () => {
    const stage = configured({ data: 'tmp/sim', lang: 'es', $schema: 'x' }, 'session --help');
    const below = join(stage.directory, 'src');
    mkdirSync(below);
    expect(await runSim({ ...stage.context, directory: below })).toBe(0);
    expect(stage.stdout()).toContain('Uso: ');
    expect(dataDirectoryOf(below, undefined)).toBe(join(stage.directory, 'tmp/sim'));
    mkdirSync(join(stage.directory, '.sim'));
    writeFileSync(runFileIn(join(stage.directory, '.sim')), '{}');
    expect(dataDirectoryOf(below, undefined)).toBe(join(stage.directory, '.sim'));
  });

  it('starts nothing with a fault, and every one is told with its pointer', async () => {
    const file = {
      ...{ port: '5001', prot: 1, durability: 'weak', rates: { USD: 'x' }, ephemeral: 1 },
      $schema: 'x',
    };
    for (const command of ['start --port 0', 'exec -- true']) {
      const { code, stdout, stderr } = await runOn(configured(file, command));
      expect([command, code, stdout]).toEqual([command, 2, '']);
      expect(stderr).toMatch(/sim\.config\.json has faults$/m);
      const faults = [...stderr.matchAll(/^ {2}(\/\w+) /gm)].map(([, pointer]) => pointer);
      expect(faults).toEqual(['/port', '/prot', '/durability', '/rates', '/ephemeral']);
    }
    for (const text of ['{', '[]', 'null']) {
      const broken = await runOn(configured(text, 'start --port 0'));
      expect([text, broken.code, broken.stderr]).toEqual([
        text,
        2,
        expect.stringContaining('(the whole file)'),
      ]);
    }
  });
});
