import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getClock, getHealth, listSessions } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { demoAccount as account, createStage, type Stage } from '../../test/stage.ts';
import { CommandError, exitCodes } from '../failures.ts';
import { connect } from './connection.ts';
import { writeRunFile } from './run-file.ts';

const PID = 999;

async function stageWithRunFile(url = 'http://127.0.0.1:4010'): Promise<Stage> {
  const stage = createStage([]);
  await writeRunFile(inEnglish, join(stage.directory, '.sim'), { url, pid: PID, account });
  return stage;
}

async function refusalOf(work: () => unknown): Promise<CommandError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('connect', () => {
  it('finds the running simulator and its demo account without flags', async () => {
    const { context } = await stageWithRunFile();
    const connection = await connect(context, {});
    expect(connection).toMatchObject({ url: 'http://127.0.0.1:4010', account });
    expect(connection.key()).toBe('sim_api_demo');
  });

  it('finds the simulator from a subdirectory', async () => {
    const { context, directory } = await stageWithRunFile();
    const below = join(directory, 'apps', 'shop');
    mkdirSync(join(below, '.sim'), { recursive: true });
    expect(await connect({ ...context, directory: below }, {})).toMatchObject({ account });
  });

  it('finds the simulator in the directory of --data', async () => {
    const stage = createStage([]);
    await writeRunFile(inEnglish, join(stage.directory, 'other'), {
      url: 'http://127.0.0.1:5000',
      pid: PID,
      account: null,
    });
    expect((await connect(stage.context, { data: 'other' })).url).toBe('http://127.0.0.1:5000');
  });

  it.each([
    ['the file', ['.sim', 'running.json'], 0o622, 'other users can write to it'],
    ['its directory', ['.sim'], 0o777, 'run chmod go-w'],
  ])(
    "ignores a run file and warns if others can write to %s, and doesn't send SIM_KEY",
    async (_what, path, mode, why) => {
      const stage = await stageWithRunFile('http://127.0.0.1:6666');
      chmodSync(join(stage.directory, ...path), mode);
      const connection = await connect(stage.context, { key: 'sim_api_secret' });
      expect(stage.stderr()).toMatch(new RegExp(`running\\.json was ignored: .*${why}`));
      expect(connection).toMatchObject({ url: 'http://127.0.0.1:4010', account: null });
      expect((await refusalOf(() => connection.call(getClock))).message).toMatch(
        /no simulator found.*--mock$/,
      );
      const namedConnection = await connect(stage.context, {
        key: 'sim_api_secret',
        mock: 'http://127.0.0.1:4011',
      });
      expect([namedConnection.url, namedConnection.key()]).toEqual([
        'http://127.0.0.1:4011',
        'sim_api_secret',
      ]);
    },
  );

  it('sends the credentials of the run file only to the URL in that file', async () => {
    const { context } = await stageWithRunFile();
    for (const mock of [
      'http://127.0.0.1:4011',
      'https://127.0.0.1:4010',
      'http://sim.example',
      'http://127.0.0.1:4010/base',
    ]) {
      const connection = await connect(context, { mock });
      expect(connection, mock).toMatchObject({ url: mock, account: null });
      expect((await refusalOf(() => connection.call(getClock))).message).toContain('pass it with --key');
      expect((await refusalOf(() => connection.call(listSessions))).message).toContain('--console-token');
    }
  });

  it("uses the run file's credentials if --mock has the same URL, also as localhost", async () => {
    const { context } = await stageWithRunFile();
    for (const mock of ['http://127.0.0.1:4010', 'http://localhost:4010']) {
      const connection = await connect(context, { mock });
      expect(connection, mock).toMatchObject({ account });
      expect(connection.key()).toBe('sim_api_demo');
    }
  });

  it("uses flags before the run file, and ignores another account's agreement", async () => {
    const { context } = await stageWithRunFile();
    const connection = await connect(context, { key: 'sim_api_other', consoleToken: 'sim_con_other' });
    expect(connection.account).toBeNull();
    expect(connection.key()).toBe('sim_api_other');
    expect(await connection.consoleToken()()).toBe('sim_con_other');
  });

  it("ignores the run file's key if the console token is another account's", async () => {
    const { context } = await stageWithRunFile();
    const connection = await connect(context, { consoleToken: 'sim_con_other' });
    const error = await refusalOf(() => connection.call(getClock));
    expect(error.exitCode).toBe(exitCodes.usage);
    expect(error.message).toMatch(/account as --console-token .* --key$/);
  });

  it('connects as any account that the run file lists, by its token', async () => {
    const stage = createStage([]);
    const second = { ...account, account_id: 'acc_2', token: 'sim_api_second' };
    await writeRunFile(inEnglish, join(stage.directory, '.sim'), {
      url: 'http://127.0.0.1:4010',
      pid: PID,
      account,
      accounts: [account, second],
    });
    expect((await connect(stage.context, { key: 'sim_api_second' })).account).toEqual(second);
  });

  it('rejects instead of throwing if no simulator is found, so that parallel calls can be awaited', async () => {
    const { call } = await connect(createStage([]).context, { key: 'sim_api_secret' });
    await expect(call(getClock)).rejects.toThrow(/no simulator found/);
  });

  it('reports that a simulator ended without deleting its run file', async () => {
    const stage = await stageWithRunFile();
    stage.endedPids.add(PID);
    const error = await refusalOf(() => connect(stage.context, {}));
    expect(error.exitCode).toBe(exitCodes.unreachable);
    expect(error.message).toContain('running.json');
    expect(error.message).toContain('has stopped; start it again with sim start');
  });

  it("doesn't mention sim if only the relay package is installed", async () => {
    const stage = await stageWithRunFile();
    stage.endedPids.add(PID);
    const error = await refusalOf(() => connect({ ...stage.context, isRelayPackage: true }, {}));
    expect(error.message).toMatch(/has stopped; start it again$/);
  });

  it("doesn't need the run file if --mock is given", async () => {
    const stage = await stageWithRunFile();
    stage.endedPids.add(PID);
    expect(await connect(stage.context, { mock: 'http://127.0.0.1:4010' })).toMatchObject({ account: null });
  });

  it('uses the default port without a run file, and explains how to get a required credential', async () => {
    const { context } = createStage([]);
    const connection = await connect(context, {});
    expect(connection.url).toBe('http://127.0.0.1:4010');
    const error = await refusalOf(() => connection.call(getClock));
    expect(error.exitCode).toBe(exitCodes.unreachable);
    expect(error.message).toMatch(/no simulator found.*sim start.*--mock and --key/);
    expect((await refusalOf(() => connection.call(getHealth))).message).toMatch(
      /no simulator found.*pass --mock$/,
    );
  });

  it('exits with 2 if a credential for --mock is missing', async () => {
    const { context } = createStage([]);
    const connection = await connect(context, { mock: 'http://sim.example', consoleToken: 'c' });
    expect(await connection.consoleToken()()).toBe('c');
    const error = await refusalOf(() => connection.call(getClock));
    expect(error.exitCode).toBe(exitCodes.usage);
    expect(error.message).toContain('--key');
  });
});
