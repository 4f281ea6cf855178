import { describe, expect, it } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { liveSimulator, runStage } from '../../test/live.ts';
import { jsonLines } from '../../test/stage.ts';
import { runSim } from '../run-sim.ts';

const live = liveSimulator();
const { createLiveStage, sim, runForData, newSession } = live;

describe('sim outcome', () => {
  it("finds the leg that the outcome belongs to, and reports why an outcome isn't allowed", async () => {
    const id = await newSession();
    const payment = await sim('outcome', id, '--outcome', 'paid');
    expect(payment.code).toBe(0);
    expect(payment.stderr).toBe(`next: sim outcome ${id} --outcome accredited\n`);
    expect(await runForData('outcome', id, '--leg', '2', '--outcome', 'accredited')).toMatchObject({
      status: 'paid',
    });
    const again = await sim('outcome', id, '--leg', '1', '--outcome', 'paid');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('leg 1 invalid from state paid');
    expect((await sim('outcome', id, '--leg', '1', '--outcome', 'accredited')).code).toBe(1);
  });

  it.each([
    [
      [],
      'accredited',
      'possible outcomes now: paid, failed, expired; for example: sim outcome ID --outcome paid',
    ],
    [['failed'], 'paid', 'the session is failed, which is final; create a new one with sim session create'],
    [
      ['paid'],
      'expired',
      'possible outcomes now: accredited, accreditation_to_recipient_failed; for example: sim outcome ID --outcome accredited',
    ],
    [
      ['paid', 'accreditation_to_recipient_failed'],
      'accreditation_to_recipient_failed',
      'possible outcomes now: accredited; for example: sim outcome ID --outcome accredited',
    ],
    [['paid', 'accredited'], 'accredited', 'the session is paid and accredited, which is final'],
  ])(
    'lists the outcomes that are allowed after %j if it refuses %s',
    async (before, refusedOutcome, next) => {
      const id = await newSession();
      for (const outcome of before) await runForData('outcome', id, '--outcome', outcome);
      const { code, stdout, stderr } = await sim('outcome', id, '--outcome', refusedOutcome);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^error: 500 /);
      expect(stderr.split('\n').at(-2)).toContain(`next: ${next.replace('ID', id)}`);
      const forPrograms = await sim('outcome', id, '--outcome', refusedOutcome, '--json');
      expect(JSON.parse(forPrograms.stderr)).toMatchObject({ status: 500 });
    },
  );
});

describe('sim trace', () => {
  it('shows the latest events, oldest first', async () => {
    const id = await newSession();
    await runForData('session', 'expire', id);
    const events = await runForData('trace', '--session', id, '--limit', '2');
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['webhook.emitted', 'session.expired']);
    const { stdout } = await sim('trace', '--session', id, '--type', 'session.created');
    expect(stdout).toMatch(
      /^[\d:.]{12} {2}session\.created +[0-9a-f]{8} {2}Session created · button · USD 10\.00 · “cli-\d+”\n$/,
    );
  });

  it('follows events without gaps or repetitions until it is stopped', async () => {
    const id = await newSession();
    const stage = await createLiveStage(['trace', '--session', id, '--follow', '--json']);
    const following = runSim(stage.context);
    await runForData('session', 'pay', id, '--otp', '222222', '--expect', 'failed');
    await until(() => stage.stdout().includes('"session.failed"'));
    stage.signal('SIGINT');
    expect(await following).toBe(0);
    const types = jsonLines(stage.stdout()).map(({ type }) => type);
    expect(types).toEqual(['session.created', 'webhook.emitted', 'session.payment_failed', 'session.failed']);
  });
});

describe('a suggested command that sets variables', () => {
  it.each([
    [{}, /^next: export SIM_TOKEN='sim_api_[\w-]+'; export SIM_CONSOLE_TOKEN='sim_con_[\w-]+'\n$/],
    [{ SHELL: '/usr/bin/fish' }, /^next: set -gx SIM_TOKEN 'sim_api_[\w-]+'; set -gx /],
    [{ SHELL: '/bin/bash', PSModulePath: 'C:\\x' }, /^next: \$env:SIM_TOKEN = 'sim_api_[\w-]+'; \$env:/],
  ])('has the syntax of the shell that the environment %j names', async (env, text) => {
    const name = `shop-${Object.keys(env).join('-') || 'sh'}`;
    const { code, stderr } = await runStage(await createLiveStage(['account', 'create', name], { env }));
    expect(code).toBe(0);
    expect(stderr).toMatch(text);
  });
});

it('suggests setting SIM_URL if --mock named the simulator', async () => {
  const words = ['account', 'create', 'shop-away', '--mock', live.url];
  expect((await sim(...words)).stderr).toMatch(
    new RegExp(`^next: export SIM_URL='${live.url}'; export SIM_TOKEN='`),
  );
});

describe('account, progress and health', () => {
  it('creates an account, and logs in to it', async () => {
    const newAccount = await runForData('account', 'create', 'shop-1');
    expect(newAccount).toMatchObject({ short_name: 'shop-1', password: 'made-up-password' });
    expect([newAccount.token, newAccount.webhook_secret]).toEqual([
      newAccount.key.token,
      newAccount.key.webhook_secret,
    ]);
    expect(await runForData('account', 'login', 'shop-1', '--password', 'made-up-password')).toMatchObject({
      token: expect.stringMatching(/^sim_api_/),
    });
    expect(
      await runForData('account', 'login', 'shop-1', '--password', 'made-up-password', '--console'),
    ).toMatchObject({ console_token: expect.stringMatching(/^sim_con_/) });
    const wrong = await sim('account', 'login', 'shop-1', '--password', 'wrong');
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('sim class reset-password')]);
    expect(wrong.stderr).not.toContain('sim account login');
    expect((await sim('account', 'create', 'shop-1')).code).toBe(1);
  });

  it('shows progress, health and the OpenAPI document', async () => {
    const progress = await sim('progress');
    const countMarks = (mark: string) => progress.stdout.split(`  ${mark}  `).length - 1;
    const tally = `${countMarks('✓')} of 28 practices done, ${countMarks('◐')} half done\n`;
    expect(progress.stdout.slice(0, tally.length)).toBe(tally);
    expect(progress.stdout).toMatch(/^ {2}[✓◐] {2}Create a button session/m);
    expect(progress.stdout).toMatch(/^next {2}Log in\n {6}Send short_name and password /m);
    expect((await sim('progress', '--lang', 'es')).stdout).toMatch(/^sigue Iniciar sesión\n/m);
    const spanish = await live.createLiveStage(['progress'], { env: { LANG: 'es_VE.UTF-8' } });
    expect((await runStage(spanish)).stdout).toMatch(/^sigue Iniciar sesión\n/m);
    expect((await sim('progress', '--lang', 'fr')).code).toBe(2);
    expect(await runForData('health')).toMatchObject({ status: 'ok' });
    expect((await sim('health')).stdout).toMatch(/^ok {2}http:/);
    expect(await runForData('openapi')).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  });
});
