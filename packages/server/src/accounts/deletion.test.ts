import { logIn as logInBrowser } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import {
  logIn as logInMerchant,
  merchantBody,
  sendSigned,
  TestMerchant,
} from '@svc-simulator/test-support/merchant.ts';
import { FakeRelay } from '@svc-simulator/test-support/relay.ts';
import { paymentForm, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const remove = (sim: TestSimulator, token: string, password = 'correct horse') =>
  sim.send('DELETE', '/console/account', { token, body: { password } });
const register = (sim: TestSimulator, { name }: TestAccount, more: object = {}) =>
  sim.send('POST', '/console/register', { body: { short_name: name, password: 'correct horse', ...more } });

describe.each(eachStore())('deleting an account, %s', (_, open) => {
  it('leaves no session, token or scheduled event on any instance', async () => {
    const { sim, other } = await open();
    const [account, neighbour] = [await sim.account(), await sim.account()];
    const relay = await FakeRelay.connect(other.url, account.token);
    const session = await sim.button(account, { webhook_url: 'http://localhost:9/hook' });
    const neighbourSession = await sim.button(neighbour);
    await sim.send('POST', `/pay/${session}`, paymentForm());
    const runningWebhook = await relay.webhook(session);
    const browser = await logInBrowser(other, account);
    const deletion = await remove(sim, account.console);
    expect([deletion.status, deletion.json.data]).toEqual([200, { account_id: account.id }]);
    // After the running attempt, nothing else must become due.
    relay.answer(runningWebhook, { status: 200 });
    for (const each of new Set([sim, other])) await each.clock.advance(60_000);

    for (const each of [sim, other]) {
      for (const [path, token] of [
        ['/console/trace', account.console],
        [`/api/v1/ext/payment-sessions/status/${session}`, account.token],
        ['/console/token', account.token],
      ] as const)
        expect((await each.send(path === '/console/token' ? 'POST' : 'GET', path, { token })).status).toBe(
          401,
        );
      const hook = await each.send('POST', `/console/hooks/${account.id}/captura`, { body: {} });
      const unknownHook = await each.send('POST', '/console/hooks/acc_0000000000000000/captura', {
        body: {},
      });
      expect([hook.status, hook.json.detail]).toEqual([404, unknownHook.json.detail]);
      expect((await each.send('GET', `/pay/${session}`)).status).toBe(404);
      expect((await each.send('GET', `/pay/${neighbourSession}`)).status).toBe(200);
    }
    expect((await relay.closed).code).toBe(1008);
    expect((await browser.get('/console')).location).toContain('/console/login');
    const newRegistration = await register(sim, account);
    expect(newRegistration.status).toBe(201);
    expect(newRegistration.json.account_id).not.toBe(account.id);
    const trace = await sim.send('GET', '/console/trace', { token: newRegistration.json.console_token });
    expect(trace.json.data.map(({ type }: { type: string }) => type)).toEqual(['account.registered']);
    expect((await sim.ask(newRegistration.json.key, 'GET', '/api/v1/ext/agreements')).json.data).toEqual([]);
  });

  it("frees the merchant's email and unpairs its terminals, but not another account's with the same serial", async () => {
    const { sim } = await open();
    const [merchant, other] = [await TestMerchant.register(sim), await TestMerchant.register(sim)];
    const [terminal, twin] = [await merchant.terminal('SN-1'), await other.terminal('SN-1')];
    expect((await remove(sim, await merchant.logInToConsole())).status).toBe(200);
    expect((await sendSigned(sim, terminal, 'GET', '/transactions')).status).toBe(401);
    expect((await sendSigned(sim, twin, 'GET', '/transactions')).status).toBe(200);
    expect((await logInMerchant(sim, merchant.email)).status).toBe(401);
    expect((await merchant.send('GET', '/transactions')).status).toBe(401);
    const body = { ...merchantBody, email: merchant.email };
    expect((await sim.send('POST', '/api/v1/merchants', { body })).status).toBe(201);
  });

  it("deletes the account's classes and its membership of a class", async () => {
    const { sim } = await open();
    const [trainer, trainee] = [await sim.account(), await sim.account()];
    const make = async (owner: TestAccount) =>
      (await sim.ask(owner, 'POST', '/console/classes', { title: 'A' })).json.data;
    const [ownClass, joinedClass] = [await make(trainee), await make(trainer)];
    const join = (who: TestAccount, code: string) =>
      sim.ask(who, 'POST', '/console/class', { class_code: code });
    await join(trainee, joinedClass.join_code);
    await join(trainer, ownClass.join_code);
    await remove(sim, trainee.console);
    const board = await sim.ask(trainer, 'GET', `/console/classes/${joinedClass.class_id}/progress`);
    expect(board.json.data.trainees).toEqual([]);
    expect((await sim.ask(trainer, 'GET', '/console/class')).status).toBe(404);
    expect((await join(trainer, ownClass.join_code)).status).toBe(404);
    expect((await sim.trace(trainer, '&type=class.left'))[0]?.data).toMatchObject({ by: 'trainer' });
  });

  it('deletes the account despite simultaneous requests', async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const partner = (name: string) =>
      [sim, other].map((each) => each.ask(account, 'POST', '/api/v1/ext/partners', { name }));
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, at) => partner(`before ${at}`)).flat(),
      remove(sim, account.console),
      ...Array.from({ length: 10 }, (_, at) => partner(`after ${at}`)).flat(),
    ]);
    for (const { status } of answers) expect([200, 201, 401]).toContain(status);
    expect((await sim.ask(account, 'GET', '/api/v1/ext/partners')).status).toBe(401);
  });
});

it('refuses to delete the demo account, whose credentials the simulator publishes', async () => {
  await using sim = await TestSimulator.start({ demo: true, throwaway: true });
  const demo = await sim.simulator.demo;
  const refusal = await remove(sim, demo?.console_token ?? '', demo?.password);
  expect([refusal.status, refusal.json.detail]).toEqual([409, expect.stringContaining('--no-demo')]);
});
