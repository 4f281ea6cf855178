import { join } from 'node:path';
import { getHealth, getKeys, resetClock } from '@svc-simulator/contract';
import type { DemoAccount } from '@svc-simulator/simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { until } from '../../../../test/support/until.ts';
import { liveSimulator, runStage } from '../../test/live.ts';
import { runSim } from '../run-sim.ts';
import { connect } from './connection.ts';

const live = liveSimulator();

describe('an account other than the demo account of the directory', () => {
  let second: DemoAccount;
  let keyFlags: readonly string[];
  beforeAll(async () => {
    second = await live.openAccount('second');
    keyFlags = ['--key', second.token];
  });

  const readLatestEventId = async (...flags: readonly string[]): Promise<number> =>
    (await live.runForData('trace', '--limit', '1', ...flags))[0]?.id ?? 0;

  async function changedAccounts(work: () => Promise<unknown>): Promise<readonly string[]> {
    const [demo, second] = [await readLatestEventId(), await readLatestEventId(...keyFlags)];
    await work();
    return [
      ...((await readLatestEventId()) === demo ? [] : ['demo']),
      ...((await readLatestEventId(...keyFlags)) === second ? [] : ['second']),
    ];
  }

  it('uses the kind of credential that each operation requires', async () => {
    const { context } = await live.createLiveStage([]);
    const key = await connect(context, { key: second.token });
    const console = await connect(context, { consoleToken: second.console_token });
    for (const each of [key, console])
      expect((await each.call(getKeys)).data.account_id).toBe(second.account_id);
    expect(await changedAccounts(() => key.call(resetClock))).toEqual(['second']);
    expect(
      await changedAccounts(async () =>
        expect(console.call(resetClock)).rejects.toThrow('pass it with --key'),
      ),
    ).toEqual([]);
    for (const each of [key, console]) expect((await each.call(getHealth)).data.status).toBe('ok');
  });

  it.each([
    [
      '--key with the variables of sim exec',
      () => keyFlags,
      () => ({ SIM_CONSOLE_TOKEN: live.account.console_token }),
    ],
    [
      '--console-token with SIM_TOKEN',
      () => ['--console-token', second.console_token],
      () => ({ SIM_TOKEN: live.account.token }),
    ],
    ['SIM_KEY', () => [], () => ({ SIM_KEY: second.token })],
    ['SIM_TOKEN', () => [], () => ({ SIM_TOKEN: second.token })],
  ])('is selected by %s', async (_how, flags, env) => {
    const stage = await live.createLiveStage(['class', 'create', 'A class', ...flags()], { env: env() });
    expect(await changedAccounts(() => runStage(stage))).toEqual(['second']);
  });

  it.each([
    ['clock advance', () => ['clock', 'advance', '1s']],
    ['keys rotate', () => ['keys', 'rotate', '--yes', '--password', second.password]],
    ['trigger', () => ['trigger', 'paid']],
    ['doctor', () => ['doctor', `${live.url}/health`, '--secret', 'whsec_other']],
  ])('is used by sim %s', async (_name, words) => {
    expect(await changedAccounts(() => live.sim(...words(), ...keyFlags))).toEqual(['second']);
  });

  it('is used by sim snapshot', async () => {
    const file = join(scratchFolder(), 'saved.json');
    const session = await live.newSession(...keyFlags);
    await live.runForData('snapshot', 'save', file, ...keyFlags);
    expect(
      await changedAccounts(() => live.runForData('snapshot', 'load', file, '--yes', ...keyFlags)),
    ).toEqual(['second']);
    expect((await live.runForData('session', 'show', session, ...keyFlags)).id).toBe(session);
  });

  it('is used by sim pos', async () => {
    const stage = await live.createLiveStage([]);
    const pos = (...words: readonly string[]) =>
      runSim({ ...stage.context, words: ['pos', ...words, '--json'] });
    for (const flags of [keyFlags, []]) expect(await pos('pair', 'VT-1', ...flags), stage.stderr()).toBe(0);
    expect(await changedAccounts(() => pos('create', ...keyFlags))).toEqual(['second']);
  });

  it('is used by sim relay', async () => {
    const stage = await live.createLiveStage(['relay', '--json', ...keyFlags]);
    const runRelay = async () => {
      const running = runSim(stage.context);
      await until(() => stage.stdout() !== '');
      stage.signal('SIGINT');
      expect(await running).toBe(0);
    };
    expect(await changedAccounts(runRelay)).toEqual(['second']);
    const refusal = await live.sim('relay', '--console-token', second.console_token);
    expect(refusal).toMatchObject({ code: 2, stderr: expect.stringContaining('pass it with --key') });
  });

  it('is used by sim account delete', async () => {
    const { token, password, account_id } = await live.openAccount('short-lived');
    const line = ['account', 'delete', '--yes', '--password', password, '--key', token];
    expect(await live.runForData(...line)).toMatchObject({ account_id });
    expect((await live.sim('session', 'list')).code).toBe(0);
  });
});

it('finds a valid token after a login to the demo account elsewhere', async () => {
  await live.runForData('account', 'login', 'demo', '--password', live.account.password, '--console');
  expect((await live.sim('session', 'list')).code).toBe(0);
});

it('suggests how to get a token after a 401', async () => {
  const { code, stderr } = await live.sim('session', 'list', '--key', 'sim_api_dead');
  expect(code).toBe(3);
  expect(stderr).toMatch(/without a credential in .* the command uses the account of sim start here/);
  expect(stderr).toMatch(/get a token for --key with sim account login SHORT_NAME --password PASSWORD/);
});
