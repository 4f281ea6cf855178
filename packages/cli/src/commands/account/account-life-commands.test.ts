import { expect, it } from 'vitest';
import { liveSimulator, runStage } from '../../../test/live.ts';

const live = liveSimulator();

/**
 * Creates an account and returns its --console-token option. Its password is `made-up-password`, which the
 * test's context generates, unless `words` contain another one.
 */
async function createAccount(name: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { console_token } = await live.runForData('account', 'create', name, ...words);
  return ['--console-token', console_token];
}

it('changes the password of an account, and deletes it', async () => {
  const owner = await createAccount('owner');
  const passwords = ['--password', 'made-up-password', '--new-password', 'battery staple'];
  const passwordChange = await live.sim('account', 'password', ...passwords, ...owner);
  expect([passwordChange.code, passwordChange.stdout]).toEqual([
    0,
    expect.stringContaining('password changed'),
  ]);
  expect(passwordChange.stderr).toContain('existing .env files still have the old password');
  const keysOutput = await live.sim('keys', 'show', ...owner);
  expect(keysOutput.stdout).toMatch(/^Token +sim_api_….{4} \(ended 2.*Z\)$/m);
  const wrong = await live.sim('account', 'delete', '--yes', '--password', 'made-up-password', ...owner);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('/password')]);
  expect((await live.sim('account', 'delete', '--yes', ...owner)).code).not.toBe(0);
  const deletion = await live.sim('account', 'delete', '--yes', '--password', 'battery staple', ...owner);
  expect([deletion.code, deletion.stdout]).toEqual([0, expect.stringMatching(/^deleted acc_[0-9a-f]{16} /)]);
  await createAccount('owner');
});

it('creates a merchant profile, with the command that sim pos pair suggests if there is no profile', async () => {
  const owner = await createAccount('till');
  const none = await live.sim('pos', 'pair', ...owner);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('sim account merchant EMAIL')]);
  const email = 'till@shop.example';
  const creation = await live.sim('account', 'merchant', email, '--password', 'made-up-password', ...owner);
  expect([creation.code, creation.stdout, creation.stderr]).toEqual([
    0,
    expect.stringMatching(/^Merchant +[0-9a-f-]{36}\nLegal name +till@shop\.example\n/),
    'next: sim pos pair\n',
  ]);
  expect((await live.sim('pos', 'pair', 'VT-9', ...owner)).code).toBe(0);
  const login = ['--email', email, '--password', 'made-up-password'];
  expect((await live.sim('pos', 'pair', 'VT-9', '--again', ...login)).code).toBe(0);
});

it('uses SIM_PASSWORD only for the account of SIM_SHORT_NAME, in account create and account login', async () => {
  const env = { SIM_SHORT_NAME: 'demo', SIM_PASSWORD: live.account.password };
  const run = async (...words: string[]) => runStage(await live.createLiveStage(words, { env }));
  const newAccount = JSON.parse((await run('account', 'create', 'newcomer', '--json')).stdout);
  expect(newAccount.password).not.toBe(live.account.password);
  expect((await live.sim('account', 'login', 'newcomer', '--password', newAccount.password)).code).toBe(0);
  const other = await run('account', 'login', 'newcomer');
  const why = 'SIM_PASSWORD is the password of demo (SIM_SHORT_NAME), not of newcomer: pass the right one';
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining(why)]);
  expect((await run('account', 'login', 'demo')).code).toBe(0);
});

it('logs in with SIM_PASSWORD if no run file lists the account of SIM_TOKEN', async () => {
  const newAccount = await live.runForData('account', 'create', 'stranger');
  const env = { SIM_TOKEN: newAccount.token, SIM_SHORT_NAME: 'stranger', SIM_PASSWORD: newAccount.password };
  const openRun = await runStage(await live.createLiveStage(['open', '--print'], { env }));
  expect([openRun.code, openRun.stdout]).toEqual([0, expect.stringContaining('/console/enter?ticket=')]);
});

it('warns that SIM_AGREEMENT_ID may belong to a different account than SIM_TOKEN', async () => {
  const newAccount = await live.runForData('account', 'create', 'visitor');
  const env = { SIM_TOKEN: newAccount.token, SIM_AGREEMENT_ID: live.account.agreement_id };
  const run = async (...words: string[]) => runStage(await live.createLiveStage(words, { env }));
  const refusal = await run('session', 'create');
  const hint = 'SIM_AGREEMENT_ID may belong to a different account than SIM_TOKEN';
  expect([refusal.code, refusal.stderr]).toEqual([1, expect.stringContaining(hint)]);
  const problem = JSON.parse((await run('session', 'create', '--json')).stderr);
  expect(problem.suggestion).toContain(hint);
  const creation = await run('session', 'create', '--agreement', live.account.agreement_id);
  expect([creation.code, creation.stderr.includes('SIM_AGREEMENT_ID')]).toEqual([1, false]);
});

it('includes in the output of --json the command that the error suggests', async () => {
  const newAccount = await live.runForData('account', 'create', 'no-till');
  const { stderr } = await live.sim('pos', 'terminals', '--json', '--key', newAccount.token);
  expect(JSON.parse(stderr)).toMatchObject({
    detail: expect.stringContaining('no merchant profile'),
    suggestion: 'sim account merchant EMAIL',
  });
});

it('lets a trainer rename and close a class, renew its code, remove a trainee, and create a one-time password', async () => {
  const trainer = [...(await createAccount('trainer'))];
  const { class_id: id, join_code: code } = await live.runForData('class', 'create', 'March', ...trainer);
  await createAccount('ana', '--class-code', code);
  expect((await live.runForData('class', 'rename', id, 'April', ...trainer)).title).toBe('April');
  const unconfirmed = await live.sim('class', 'new-code', id, ...trainer);
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining('pass --yes')]);
  expect((await live.runForData('class', 'progress', id, ...trainer)).join_code).toBe(code);
  trainer.push('--yes');
  expect((await live.runForData('class', 'new-code', id, ...trainer)).join_code).not.toBe(code);
  const closing = await live.sim('class', 'close', id, ...trainer);
  expect(closing.stdout).toMatch(/^Closed +(?:now|\d+ s ago)$/m);
  const passwordReset = await live.sim('class', 'reset-password', id, 'ana', ...trainer);
  const [, password = ''] =
    /^ana can log in once with (\S{12}) until \d{4}-\d\d-\d\d \d\d:\d\d UTC, /.exec(passwordReset.stdout) ??
    [];
  expect((await live.sim('account', 'login', 'ana', '--password', password)).stderr).toContain(
    'set your own with --new-password',
  );
  const passwordFlags = ['--password', password, '--new-password', 'battery staple'];
  const { token } = await live.runForData('account', 'login', 'ana', ...passwordFlags);
  expect((await live.sim('clock', 'show', '--key', token)).code).toBe(0);
  const removed = await live.sim('class', 'remove', id, 'ana', ...trainer);
  expect([removed.code, removed.stdout]).toEqual([0, 'removed ana from the class\n']);
  expect((await live.sim('class', 'remove', id, 'ana', ...trainer)).code).toBe(1);
});
