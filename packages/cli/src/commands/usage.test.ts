import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../../package.json';
import { liveSimulator, runStage } from '../../test/live.ts';
import { createStage, type StageOptions } from '../../test/stage.ts';

const live = liveSimulator();
const { sim, newSession } = live;

async function runWithoutSimulator(words: readonly string[], options?: StageOptions) {
  return runStage(createStage(words, options));
}

describe('an invalid value', () => {
  it.each([
    [['wait', 'acredited'], 'accredited'],
    [['trace', '--type', 'session.paid,session.payd'], 'session.paid'],
    [['trigger', 'payd'], 'paid'],
    [['session', 'create', '--currency', 'USDD'], 'USD'],
    [['pos', 'list', '--status', 'payd'], 'PAID'],
    [['session', 'wait', 'x', '--for', 'webhook.delivered:payd'], 'paid'],
    [['settings', 'set', 'webhok_body=flat'], 'webhook_body'],
  ])('suggests the intended value after sim %j', async (words, meant) => {
    const { code, stderr } = await sim(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`(Did you mean`)]);
    expect(stderr).toMatch(new RegExp(`Did you mean (one of .*)?\\b${meant}\\b`));
    expect(stderr.length).toBeLessThan(600);
  });

  it.each([
    [['trigger'], "the new session's outcome (one of: created, paid"],
    [['outcome', 'x'], 'outcome to force (one of: paid, failed'],
    [['probe', 'x'], 'what is wrong with the webhook (one of: bad_signature'],
    [['session', 'wait', 'x'], 'paid, failed, expired, accredited'],
    [['completion'], 'bash, zsh'],
    [
      ['exec', '--port', '0', 'python3', '-c', "print('1')"],
      `-- is missing before the command: sim exec --port 0 -- python3 -c 'print('\\''1'\\'')'`,
    ],
    [['clock', 'advance', '-1d'], 'to set the clock back, use sim clock set'],
    [['relay', '--port', '1', '--forward-to', 'http://x'], "cannot be used with option '--forward-to <url>'"],
    [['replay', 'a', '--port', '1', '--forward-to', 'http://x'], 'cannot be used with'],
  ])('lists the choices, or explains the fix, in the error of sim %j', async (words, choices) => {
    const { code, stderr } = await runWithoutSimulator(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(choices)]);
  });

  it('explains that a payment token belongs to --otp and not to --key', async () => {
    const { code, stderr } = await sim('session', 'pay', '--key', '111111');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--otp 111111')]);
  });

  it('reports an unreachable URL before a missing credential', async () => {
    const { code, stderr } = await runWithoutSimulator(['session', 'list', '--mock', 'http://127.0.0.1:1']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('cannot reach the simulator')]);
    const there = await runWithoutSimulator(['session', 'list', '--mock', live.url]);
    expect([there.code, there.stderr]).toEqual([2, expect.stringContaining('is missing; pass it with')]);
  });

  it.each([
    ['trace', '--session', 'nothing'],
    ['wait', 'paid', '--session', 'nothing'],
    ['expect', 'paid', '--session', 'nothing'],
  ])(
    'refuses an unknown session in %s … --session as wrong usage, and lists the latest sessions',
    async (...words) => {
      const id = await newSession();
      const isLook = words[0] !== 'trace';
      const stage = await live.createLiveStage([...words, ...(isLook ? ['--junit', 'out.xml'] : [])]);
      const { code, stdout, stderr } = await runStage(stage);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      const errorText = `the account has no session nothing; its latest sessions are ${id}`;
      expect(stderr).toContain(errorText);
      if (!isLook) return;
      const xml = readFileSync(join(stage.directory, 'out.xml'), 'utf8');
      expect(xml).toContain('<testsuites tests="1" failures="0" errors="1" ');
      expect(xml).toContain(`<error message="${errorText}`);
    },
  );

  it('accepts in --session of each command the part of an id that a line of the trace shows', async () => {
    const id = await newSession();
    const { stdout } = await sim('trace', '--session', id);
    const [, short = ''] = /session\.created +(\S+)/.exec(stdout) ?? [];
    expect(short).toHaveLength(8);
    expect((await sim('trace', '--session', short)).stdout).toBe(stdout);
    expect((await sim('expect', 'session.created', '--session', short, '--exactly', '1')).code).toBe(0);
    expect((await sim('trace', '--session', id.slice(0, 7))).code).toBe(2);
    for (const words of [
      ['session', 'show', short],
      ['outcome', short, '--outcome', 'failed'],
      ['session', 'expire', await newSession().then((other) => other.slice(0, 8))],
    ])
      expect(await sim(...words)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^session +[0-9a-f-]{36} /),
      });
    expect((await sim('session', 'show', 'ffffffff0')).stderr).toContain(
      'the account has no session ffffffff0',
    );
  });

  it.each([
    [['clock', 'set', 'tomorrow'], 'tomorrow'],
    [['clock', 'set', '1850-01-01'], '1850-01-01'],
    [['clock', 'advance', 'long'], "'long' isn't a duration"],
    [['clock', 'advance', '999999d'], '999999d'],
  ])('refuses an invalid time or duration of sim %j as wrong usage', async (words, text) => {
    const { code, stdout, stderr } = await sim(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });

  it.each(['flag', 'environment'])(
    'refuses a simulator URL with credentials, from the %s, as wrong usage',
    async (where) => {
      const mock = 'http://shop:pw-nobody-sees@127.0.0.1:1';
      const { code, stdout, stderr } =
        where === 'flag'
          ? await runWithoutSimulator(['session', 'list', '--mock', mock])
          : await runWithoutSimulator(['session', 'list'], { env: { SIM_MOCK: mock } });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('It must not contain a username or password');
      expect(stderr).toContain('***@127.0.0.1');
      expect(stderr).not.toMatch(/shop|nobody/);
    },
  );

  it('names the variable SIM_RATES in the error about its value', async () => {
    const { code, stderr } = await runWithoutSimulator(['start', '--port', '0'], {
      env: { SIM_RATES: '{"USD":"x"}' },
    });
    expect(code).toBe(2);
    expect(stderr).toContain('SIM_RATES=');
  });
});

it('prints the version for version, -v and --version', async () => {
  for (const word of ['version', '-v', '--version'])
    expect(await runWithoutSimulator([word])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

it('reports a missing simulator in sim health and sim account create', async () => {
  for (const words of [['health'], ['openapi'], ['account', 'create', 'my-shop'], ['session', 'list']]) {
    const { code, stderr } = await runWithoutSimulator(words);
    expect([words[0], code, stderr]).toEqual([words[0], 3, expect.stringContaining('no simulator found')]);
  }
});

describe('an event', () => {
  it.each([
    ['trigger', 'payment_session.paid'],
    ['trigger', 'session.paid'],
  ])('is accepted as the outcome in sim %s %s', async (...words) => {
    const { code, stdout } = await sim(...words);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/paid/i)]);
  });

  it('is accepted by its name in every command', async () => {
    const id = await newSession();
    for (const words of [
      ['outcome', id, '--outcome', 'payment_session.paid'],
      ['outcome', id, '--outcome', 'payment_session.accredited'],
      ['wait', 'payment_session.accredited', '--session', id],
      ['wait', 'created', '--session', id],
      ['session', 'wait', id, '--for', 'payment_session.paid'],
      ['expect', 'payment_session.created', '--session', id, '--exactly', '1'],
      ['expect', 'webhook.emitted:payment_session.paid', '--session', id, '--exactly', '1'],
      ['expect', 'payment_session.partially_accredited', '--session', id, '--none'],
    ])
      expect([words, (await sim(...words)).code]).toEqual([words, 0]);
    const typesOf = async (type: string) =>
      (await live.runForData('trace', '--session', id, '--type', type)).map(
        (event: { type: string }) => event.type,
      );
    expect(await typesOf('payment_session.paid,accredited')).toEqual(['session.paid', 'session.accredited']);
    expect(await typesOf('webhook')).toEqual(['webhook.emitted', 'webhook.emitted', 'webhook.emitted']);
    expect(await typesOf('webhook.*')).toEqual(await typesOf('webhook'));
  });

  it.each([
    [['trace', '--type', 'webhook.sent'], 'Did you mean webhook.emitted, webhook.attempted'],
    [['trace', '--type', 'xyz'], 'Types begin with account, login'],
    [['wait', 'delivered'], 'webhook.delivered'],
    [['wait', 'xyz'], 'an event such as payment_session.paid'],
    [['session', 'wait', 'x', '--for', 'nothing'], 'paid, failed, expired, accredited'],
  ])('suggests a few similar names for the unknown event of sim %j', async (words, text) => {
    for (const lang of ['en', 'es']) {
      const { code, stderr } = await sim(...words, '--lang', lang);
      expect([code, stderr.length < 420]).toEqual([2, true]);
      if (lang === 'en') expect(stderr).toContain(text);
    }
  });
});

describe('sim reset on a terminal', () => {
  const reset = async (stdin: string, ...flags: readonly string[]) => {
    const id = await newSession();
    const { code, stderr } = await runStage(
      await live.createLiveStage(['reset', ...flags], { terminal: true, stdin }),
    );
    const isThere = (await sim('session', 'show', id)).code === 0;
    return { code, asked: stderr.includes('Reset this account?'), isThere };
  };

  it('asks for confirmation, and accepts only a yes', async () => {
    expect(await reset('')).toEqual({ code: 1, asked: true, isThere: true });
    expect(await reset('n')).toEqual({ code: 1, asked: true, isThere: true });
    expect(await reset('y')).toEqual({ code: 0, asked: true, isThere: false });
  });

  it("doesn't ask for confirmation with --yes", async () => {
    expect(await reset('n', '--yes')).toEqual({ code: 0, asked: false, isThere: false });
  });
});

it.each([
  ['reset', ['reset']],
  ['snapshot load', ['snapshot', 'load', 'saved.json']],
])('changes nothing for sim %s without a terminal unless --yes is passed', async (_name, words) => {
  const stage = await live.createLiveStage(['snapshot', 'save', 'saved.json']);
  expect((await runStage(stage)).code).toBe(0);
  const session = await live.newSession();
  const runInSameDirectory = async (...more: readonly string[]) => {
    const { context } = stage;
    const other = { ...stage, context: { ...context, words: [...words, ...more] } };
    return (await runStage(other)).code;
  };
  expect(await runInSameDirectory()).toBe(2);
  expect(await live.sim('session', 'show', session)).toMatchObject({ code: 0 });
  expect(await runInSameDirectory('--yes')).toBe(0);
  expect(await live.sim('session', 'show', session)).toMatchObject({ code: 1 });
});
