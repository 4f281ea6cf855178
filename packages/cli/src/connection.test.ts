import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Stage, stageFor } from '../test/stage.ts';
import { connect } from './connection.ts';
import { CommandError, exitCodes } from './failures.ts';
import { writeRunFile } from './run-file.ts';

const account = {
  account_id: 'acc_1',
  short_name: 'demo',
  password: 'p',
  token: 'sim_api_demo',
  console_token: 'sim_con_demo',
  webhook_secret: 'whsec_1',
  agreement_id: 'agr_1',
  merchant_id: null,
  merchant_email: null,
};
const PID = 999;

async function running(url = 'http://127.0.0.1:4010'): Promise<Stage> {
  const stage = stageFor([]);
  await writeRunFile(join(stage.directory, '.sim'), { url, pid: PID, account });
  return stage;
}

async function refusal(work: () => unknown): Promise<CommandError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('connect', () => {
  it('finds the running simulator and its demo account with no flag at all', async () => {
    const { surroundings } = await running();
    const connection = await connect(surroundings, {});
    expect(connection).toMatchObject({
      url: 'http://127.0.0.1:4010',
      key: 'sim_api_demo',
      consoleToken: 'sim_con_demo',
      account,
    });
  });

  it('looks into the directory of --data', async () => {
    const stage = stageFor([]);
    await writeRunFile(join(stage.directory, 'other'), {
      url: 'http://127.0.0.1:5000',
      pid: PID,
      account: null,
    });
    expect((await connect(stage.surroundings, { data: 'other' })).url).toBe('http://127.0.0.1:5000');
  });

  it('sends the credentials of the run file to no other address', async () => {
    const { surroundings } = await running();
    for (const mock of [
      'http://127.0.0.1:4011',
      'https://127.0.0.1:4010',
      'http://sim.example',
      'http://127.0.0.1:4010/base',
    ]) {
      expect(await connect(surroundings, { mock }), mock).toMatchObject({
        url: mock,
        key: undefined,
        consoleToken: undefined,
        account: null,
      });
    }
  });

  it('uses them when --mock names the same place, as localhost too', async () => {
    const { surroundings } = await running();
    for (const mock of ['http://127.0.0.1:4010', 'http://localhost:4010']) {
      expect(await connect(surroundings, { mock }), mock).toMatchObject({ key: 'sim_api_demo', account });
    }
  });

  it('lets flags win, and knows no agreement of another account', async () => {
    const { surroundings } = await running();
    const connection = await connect(surroundings, { key: 'sim_api_other', consoleToken: 'sim_con_other' });
    expect(connection).toMatchObject({ key: 'sim_api_other', consoleToken: 'sim_con_other', account: null });
  });

  it('says that a simulator has ended without tidying up', async () => {
    const stage = await running();
    stage.dead.add(PID);
    const error = await refusal(() => connect(stage.surroundings, {}));
    expect(error.exitCode).toBe(exitCodes.unreachable);
    expect(error.message).toContain('running.json');
    expect(error.message).toContain('has ended; start it again with sim start');
  });

  it('does not need the run file when --mock is given', async () => {
    const stage = await running();
    stage.dead.add(PID);
    expect(await connect(stage.surroundings, { mock: 'http://127.0.0.1:4010' })).toMatchObject({
      key: undefined,
      account: null,
    });
  });

  it('falls back on the default port, and says what to do when a credential is wanted', async () => {
    const { surroundings } = stageFor([]);
    const connection = await connect(surroundings, {});
    expect(connection.url).toBe('http://127.0.0.1:4010');
    const error = await refusal(() => connection.api());
    expect(error.exitCode).toBe(exitCodes.unreachable);
    expect(error.message).toMatch(/no simulator was found.*sim start.*--mock and --key/);
  });

  it('calls a missing credential for a named simulator wrong usage', async () => {
    const { surroundings } = stageFor([]);
    const connection = await connect(surroundings, { mock: 'http://sim.example', key: 'k' });
    expect(connection.credential('key')).toBe('k');
    const error = await refusal(() => connection.console());
    expect(error.exitCode).toBe(exitCodes.usage);
    expect(error.message).toContain('--console-token');
  });
});
