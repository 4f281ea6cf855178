import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@svc-simulator/client';
import { loginConsole } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { createStage, jsonLines, type Stage, type StageOptions } from '../../test/stage.ts';
import { readRunFile, runFilePath, writeRunFile } from '../connection/run-file.ts';
import { runSim } from '../run-sim.ts';
import { simulatorOptions } from './start.ts';
import type { StartOptions } from './start-parameters.ts';

async function runStart(
  words: readonly string[],
  options: StageOptions = {},
): Promise<{ stage: Stage; stop: () => Promise<number> }> {
  const stage = createStage(['start', '--port', '0', ...words], options);
  const running = runSim(stage.context);
  const stop = () => {
    stage.signal('SIGTERM');
    return running;
  };
  onTestFinished(async () => void (await stop()));
  const file = runFilePath(join(stage.directory, '.sim'));
  await until(() => (words.includes('--quiet') ? existsSync(file) : stage.stdout().includes('\n')));
  return { stage, stop };
}

/** Headers that a browser sends if its user has typed the URL. */
const typedUrlHeaders = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-user': '?1' };

describe('sim start', () => {
  it('prints one line when it is ready, writes a run file, and removes it when it stops', async () => {
    const { stage, stop } = await runStart(['--json', '--data', '.sim']);
    const [first = ''] = stage.stdout().split('\n');
    const ready = JSON.parse(first);
    expect(Object.keys(ready)).toEqual(['url', 'pid', 'account']);
    const file = runFilePath(join(stage.directory, '.sim'));
    expect(await readRunFile(inEnglish, join(stage.directory, '.sim'))).toEqual(ready);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await stop()).toBe(0);
    expect(existsSync(file)).toBe(false);
    const types = jsonLines(stage.stdout()).map(({ type }) => type);
    expect(types).toContain('account.registered');
  });

  it('updates its run file after a login to the demo account', async () => {
    const { stage, stop } = await runStart(['--json', '--data', '.sim']);
    const { url, account } = JSON.parse(stage.stdout().split('\n')[0] ?? '');
    const { short_name, password } = account;
    const { data } = await createClient({ baseUrl: url }).call(loginConsole, {
      body: { short_name, password },
    });
    const runFile = await readRunFile(inEnglish, join(stage.directory, '.sim'));
    expect(runFile?.account).toEqual({ ...account, console_token: data.console_token });
    const file = join(stage.directory, '.sim', 'demo.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(runFile?.account);
    expect(await stop()).toBe(0);
  });

  it('prints a link that logs one browser in, if only this machine can reach the simulator', async () => {
    const { stage } = await runStart(['--ephemeral']);
    const [, link = ''] = /^ {2}Login link +(http:\S+) {2}\(valid for 2 minutes/m.exec(stage.stdout()) ?? [];
    const enter = async () => {
      const { status, headers } = await fetch(link, { redirect: 'manual', headers: typedUrlHeaders });
      return [status, headers.has('set-cookie')];
    };
    expect(await enter()).toEqual([303, true]);
    expect(await enter()).toEqual([410, false]);
    const { stage: shared } = await runStart([
      '--ephemeral',
      '--public-url',
      'http://sim.invalid',
      '--lang',
      'es',
    ]);
    expect(shared.stdout()).not.toContain('ticket=');
  });

  it('warns that quotas have no effect without --hosted', async () => {
    const { stage } = await runStart(['--ephemeral', '--quiet', '--quotas', '{"sessions":5}']);
    expect(stage.stderr()).toBe('warning: quotas have no effect without --hosted\n');
  });

  it('leaves no files behind if it kept its data in memory', async () => {
    const { stage, stop } = await runStart(['--ephemeral', '--quiet']);
    expect(stage.stdout()).toBe('');
    expect(await readRunFile(inEnglish, join(stage.directory, '.sim'))).toMatchObject({ pid: 4711 });
    expect(await stop()).toBe(0);
    expect(existsSync(join(stage.directory, '.sim'))).toBe(false);
    expect(stage.stderr()).toBe('');
  });

  it('keeps the run file of another running simulator', async () => {
    const stage = createStage(['start', '--port', '0', '--ephemeral']);
    const data = join(stage.directory, '.sim');
    await writeRunFile(inEnglish, data, { url: 'http://127.0.0.1:4010', pid: 77, account: null });
    const running = runSim(stage.context);
    await until(() => stage.stdout().includes('is ready'));
    stage.signal('SIGINT');
    expect(await running).toBe(0);
    expect(await readRunFile(inEnglish, data)).toMatchObject({ pid: 77 });
    expect(stage.stderr()).toMatch(
      /warning: the run file in .* belongs to the simulator at http:\/\/127\.0\.0\.1:4010/,
    );
  });

  it('reads its options from the environment', async () => {
    const env = {
      SIM_EPHEMERAL: '1',
      SIM_JSON: '1',
      SIM_NO_DEMO: 'yes',
      SIM_PUBLIC_URL: 'https://sim.example/',
    };
    const { stage, stop } = await runStart([], { env });
    expect(JSON.parse(stage.stdout())).toMatchObject({ account: null });
    expect(stage.isHeapSmall).toBe(false);
    expect(await stop()).toBe(0);
  });

  it('logs lines of JSON on request, and then prints neither banner nor events', async () => {
    const words = 'start --port 0 --ephemeral --log json --hosted --drain 0';
    const stage = createStage(words.split(' '));
    const running = runSim(stage.context);
    await until(() => stage.stderr().includes('"ready"'));
    stage.signal('SIGTERM');
    expect(await running).toBe(0);
    expect(stage.stdout()).toBe('');
    expect(stage.isHeapSmall).toBe(true);
    const lines = jsonLines(stage.stderr());
    expect(lines).toEqual([
      {
        level: 'info',
        time: '2026-01-01T12:00:00.000Z',
        message: 'ready',
        ...urls(lines[0]),
        version: lines[0].version,
      },
      { level: 'info', time: '2026-01-01T12:00:00.000Z', message: 'stopping' },
    ]);
  });

  it.each([
    [['--rates', '{"USD":"x"}'], 2, "for option '--rates <json>'"],
    [['--data', 'file'], 1, 'file'],
    [['--hosted', '--trusted-proxy', 'proxy.example'], 2, 'the trusted proxy must be a number'],
    [['--hosted', '--quotas', '{"sesions":5}'], 2, "The quotas aren't valid: unknown quota sesions"],
    [['--hosted', '--metrics-token', 'short'], 2, 'the metrics token must have at least 16 characters'],
  ])('explains the error of %j in one line, without a stack trace', async (words, code, text) => {
    const stage = createStage(['start', '--port', '0', ...words]);
    writeFileSync(join(stage.directory, 'file'), '');
    expect(await runSim(stage.context)).toBe(code);
    expect(stage.stdout()).toBe('');
    expect(stage.stderr()).toContain(text);
    expect(stage.stderr()).toMatch(/^error: .*\n(See: .*\n)?$/);
  });
});

function urls({ url }: { url: string }) {
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  return { url, public_url: url };
}

it.each<[Partial<StartOptions>, boolean]>([
  [{ ephemeral: true }, true],
  [{ ephemeral: true, host: '0.0.0.0' }, false],
  [{ ephemeral: true, publicUrl: 'https://sim.invalid' }, false],
  [{ ephemeral: true, hosted: true }, false],
  [{ ephemeral: true, database: 'postgres://sim.invalid/sim' }, false],
  [{}, false],
])(
  'hashes passwords cheaply only if data is kept in memory and only this machine can connect (options %j: %s)',
  (more, isCheap) => {
    const options = { port: 0, host: '127.0.0.1', data: '.sim', demo: true, ...more } as StartOptions;
    expect(simulatorOptions(createStage([]).context, options, () => {}).throwaway).toBe(isCheap);
  },
);
