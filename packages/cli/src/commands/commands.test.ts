import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulator, type DemoAccount, type Simulator } from '@svc-simulator/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, stageFor } from '../../test/stage.ts';
import { writeRunFile } from '../run-file.ts';
import { runSim } from '../run-sim.ts';

let simulator: Simulator;
let account: DemoAccount;

beforeAll(async () => {
  simulator = await createSimulator({ port: 0, accreditationDelayMs: 0 });
  account = (await simulator.demo) as DemoAccount;
});
afterAll(() => simulator.close());

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command where a run file says that the simulator runs. */
async function sim(...words: readonly string[]): Promise<Run> {
  return runOn(await stageBeside(...words));
}

async function stageBeside(...words: readonly string[]): Promise<Stage> {
  const stage = stageFor(words);
  stage.nowMs = Date.now();
  await writeRunFile(join(stage.directory, '.sim'), { url: simulator.url, pid: process.pid, account });
  return stage;
}

async function runOn(stage: Stage): Promise<Run> {
  const code = await runSim(stage.surroundings);
  return { code, stdout: stage.stdout(), stderr: stage.stderr() };
}

/** `data` of a command that must succeed, quietly. */
async function data(...words: readonly string[]) {
  const { code, stdout, stderr } = await sim(...words, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toHaveLength(2);
  return JSON.parse(stdout);
}

const newSession = async (...words: readonly string[]): Promise<string> =>
  (await data('session', 'create', ...words)).id;

describe('sim session', () => {
  it('creates, shows, pays, waits for and lists a session with no flag at all', async () => {
    const created = await sim('session', 'create', '--amount', '25.50', '--description', 'Café');
    expect(created.code).toBe(0);
    const [, id] = /^session +([0-9a-f-]{36}) pending\n/.exec(created.stdout) ?? [];
    expect(created.stdout).toContain(`pay at    ${simulator.url}/pay/${id}\n`);
    expect(created.stderr).toBe(`next: open the payment page, or sim session pay ${id}\n`);

    const paid = await sim('session', 'pay', id as string);
    expect(paid).toMatchObject({ code: 0, stdout: 'paid  immediate_debit\n' });
    expect(paid.stderr).toContain(`sim session wait ${id} --for accredited`);
    const waited = await sim('session', 'wait', id as string, '--for', 'accredited');
    expect(waited.code).toBe(0);
    expect(waited.stdout).toContain('session.accredited');

    const shown = await sim('session', 'show', id as string);
    expect(shown.stdout).toMatch(/^session +[0-9a-f-]{36} paid$/m);
    expect(shown.stdout).toMatch(/^description +Café$/m);
    expect(shown.stdout).toMatch(/^ {2}owner +credited/m);
    const listed = await sim('session', 'list', '--status', 'paid', '--limit', '1000');
    expect(listed.stdout).toMatch(new RegExp(`^${id} +paid +button +25\\.50 USD`, 'm'));
  });

  it('tells every fault of a session, and makes none', async () => {
    const { code, stdout, stderr } = await sim(
      'session',
      'create',
      '--amount',
      '1.005',
      '--success-url',
      'javascript:x',
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: 400 /);
    expect(stderr).toMatch(/^ {2}\/amount_reference +must have at most 2 decimals$/m);
    expect(stderr).toMatch(/^ {2}\/success_url +must not use the scheme javascript:$/m);
    const asJson = await sim('session', 'create', '--amount', '0', '--json');
    expect(JSON.parse(asJson.stderr)).toMatchObject({
      status: 400,
      errors: [{ pointer: '/amount_reference' }],
    });
  });

  it('takes the body from a file, and an idempotency key', async () => {
    const run = async () => {
      const stage = await stageBeside(
        'session',
        'create',
        '--body',
        'b.json',
        '--idempotency-key',
        'k-1',
        '--json',
      );
      writeFileSync(
        join(stage.directory, 'b.json'),
        JSON.stringify({ amount_reference: 3, identifier: 'file-1' }),
      );
      return JSON.parse((await runOn(stage)).stdout);
    };
    const first = await run();
    expect(first).toMatchObject({
      amount_reference: 3,
      identifier: 'file-1',
      agreement_id: account.agreement_id,
    });
    expect((await run()).id).toBe(first.id);
  });

  it('fails a payment with its key, and says why', async () => {
    const id = await newSession('--request');
    expect(await data('session', 'pay', id, '--otp', '111111')).toEqual({
      session_id: id,
      result: 'failed',
      method: 'immediate_debit',
      reason: 'insufficient_funds',
      redirect: null,
    });
    const refused = await sim('session', 'pay', id, '--phone', '12');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^ {2}\/telefono {2}\S/m);
    expect(await data('session', 'pay', id, '--method', 'crypto')).toMatchObject({
      result: 'paid',
      method: 'crypto',
    });
  });

  it('pays with the API token alone, and reads the end from the status', async () => {
    const id = await newSession();
    const words = ['session', 'pay', id, '--json', '--mock', `${simulator.url}/`, '--key', account.token];
    const { code, stdout } = await runOn(stageFor(words));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ result: 'paid', method: 'immediate_debit', reason: null });
  });

  it('expires a session, which then can be neither paid nor found pending', async () => {
    const id = await newSession();
    expect(await data('session', 'expire', id)).toMatchObject({ id, status: 'expired' });
    const paid = await sim('session', 'pay', id);
    expect(paid).toMatchObject({ code: 1, stdout: '' });
    expect(paid.stderr).toContain('not pending');
  });

  it('refuses a session that does not exist', async () => {
    for (const words of [['show'], ['pay'], ['expire'], ['wait', '--for', 'paid']]) {
      const [command = '', ...options] = words;
      const { code, stderr } = await sim('session', command, 'no-such-session', ...options);
      expect({ command, code }).toEqual({ command, code: 1 });
      expect(stderr).toMatch(/no (such )?session/);
    }
  });
});

it('shows a terminal its own colours, and nothing that it had to replace', async () => {
  const id = await newSession('--request');
  for (const words of [['pay', id], ['show', id], ['list'], ['create']]) {
    const stage = stageFor(['session', ...words], { terminal: true });
    await writeRunFile(join(stage.directory, '.sim'), { url: simulator.url, pid: process.pid, account });
    const { code, stdout } = await runOn(stage);
    expect({ words, code }).toEqual({ words, code: 0 });
    expect(stdout).toContain('\u001b[');
    expect(stdout).not.toContain('\ufffd');
  }
});

describe('sim session wait', () => {
  it('ends with 1 when it can no longer happen', async () => {
    const id = await newSession();
    await data('session', 'expire', id);
    const { code, stderr } = await sim('session', 'wait', id, '--for', 'accredited');
    expect(code).toBe(1);
    expect(stderr).toBe(`error: session ${id} is expired, so it cannot become accredited any more\n`);
  });

  it('ends with 4 at its time-out', async () => {
    const id = await newSession();
    const stage = await stageBeside('session', 'wait', id, '--for', 'paid', '--timeout', '1500');
    const deadline = new AbortController();
    // The first deadline is the calls', the one of 1500 ms the wait's.
    const surroundings = {
      ...stage.surroundings,
      deadline: (ms: number) => (ms === 1500 ? deadline.signal : stage.surroundings.deadline(ms)),
    };
    const running = runSim(surroundings);
    setImmediate(() => deadline.abort(new DOMException('late', 'TimeoutError')));
    expect(await running).toBe(4);
    expect(stage.stderr()).toContain('waited 1500 ms for paid');
  });

  it('hears live of what happens while it waits', async () => {
    const id = await newSession();
    const waiting = sim('session', 'wait', id, '--for', 'failed', '--json');
    await data('outcome', id, '--outcome', 'failed');
    const { code, stdout } = await waiting;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'session.failed',
      session_id: id,
      data: { source: 'control' },
    });
  });
});

describe('sim outcome', () => {
  it('finds the leg by the outcome, and passes on why one is not admitted', async () => {
    const id = await newSession();
    const paid = await sim('outcome', id, '--outcome', 'paid');
    expect(paid.code).toBe(0);
    expect(paid.stderr).toBe(`next: sim outcome ${id} --outcome accredited\n`);
    expect(await data('outcome', id, '--leg', '2', '--outcome', 'accredited')).toMatchObject({
      status: 'paid',
    });
    const again = await sim('outcome', id, '--leg', '1', '--outcome', 'paid');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('leg 1 invalid from state paid');
    expect((await sim('outcome', id, '--leg', '1', '--outcome', 'accredited')).code).toBe(1);
  });
});

describe('sim trace', () => {
  it('shows the latest events, oldest first', async () => {
    const id = await newSession();
    await data('session', 'expire', id);
    const events = await data('trace', '--session', id, '--limit', '2');
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['webhook.emitted', 'session.expired']);
    const { stdout } = await sim('trace', '--session', id, '--type', 'session.created');
    expect(stdout).toMatch(/^[\d:.]{12} {2}session\.created +[0-9a-f]{8} {2}button 10\.00 USD cli-\d+\n$/);
  });

  it('follows what happens, without a gap and without a repetition, until it is stopped', async () => {
    const id = await newSession();
    const stage = await stageBeside('trace', '--session', id, '--follow', '--json');
    const following = runSim(stage.surroundings);
    await data('session', 'pay', id, '--otp', '222222');
    await until(() => stage.stdout().includes('"session.failed"'));
    stage.signal('SIGINT');
    expect(await following).toBe(0);
    const types = stage
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(types).toEqual(['session.created', 'webhook.emitted', 'session.payment_failed', 'session.failed']);
  });
});

describe('the rest', () => {
  it('opens an account and logs in to it', async () => {
    const made = await data('account', 'create', 'shop-1');
    expect(made).toMatchObject({ short_name: 'shop-1', password: 'made-up-password' });
    expect(await data('account', 'login', 'shop-1', '--password', 'made-up-password')).toMatchObject({
      token: expect.stringMatching(/^sim_api_/),
    });
    expect(
      await data('account', 'login', 'shop-1', '--password', 'made-up-password', '--console'),
    ).toMatchObject({
      console_token: expect.stringMatching(/^sim_con_/),
    });
    expect((await sim('account', 'login', 'shop-1', '--password', 'wrong')).code).toBe(3);
    expect((await sim('account', 'create', 'shop-1')).code).toBe(1);
  });

  it('shows progress, health and the OpenAPI document', async () => {
    const progress = await sim('progress');
    expect(progress.stdout).toMatch(/^\d+ of \d+ practices done\n/);
    expect(progress.stdout).toMatch(/^ {2}[✓·] {2}button_session/m);
    expect(await data('health')).toMatchObject({ status: 'ok' });
    expect((await sim('health')).stdout).toMatch(/^ok {2}http:/);
    expect(await data('openapi')).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  });

  it('is not authorised with another credential', async () => {
    expect((await sim('session', 'list', '--console-token', 'sim_con_wrong')).code).toBe(3);
    expect((await sim('session', 'create', '--key', 'sim_api_wrong', '--agreement', 'a')).code).toBe(3);
    expect((await sim('reset', '--key', account.console_token)).code).toBe(3);
  });

  it('takes --key and --console-token everywhere, needed or not', async () => {
    const words = ['--mock', simulator.url, '--key', account.token, '--console-token', account.console_token];
    for (const command of ['health', 'progress', 'openapi']) {
      expect((await runOn(stageFor([command, ...words]))).code).toBe(0);
    }
  });

  it('resets the account', async () => {
    await newSession();
    expect((await sim('reset')).stdout).toBe(
      `account ${account.account_id} is as new; its credentials stay\n`,
    );
    const listed = await sim('session', 'list');
    expect(listed).toMatchObject({ code: 0, stdout: '' });
    expect(listed.stderr).toContain('sim session create makes one');
  });
});

/** Lets I/O go on until something is so; the test's own time-out bounds it. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => setImmediate(resolve));
}
