import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startSimulator as startInProcess } from '../packages/testing/src/index.ts';
import { call, openSession } from './support/api.ts';
import { runSim } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

const rules = `
rules:
  - name: first try declined
    match: { identifier: order-* }
    outcomes:
      - { leg1: failed, after_ms: 100 }
      - { leg1: paid, leg2: accreditation_to_recipient_failed, after_ms: 100 }
ready: magic_amounts
`;

it('ends the next sessions as a file says, with nobody on the payment page, and tells their receiver', async () => {
  const cwd = scratchFolder();
  const simulator = await startSimulator({ args: ['--accreditation-delay', '0'] });
  const { url, account } = simulator;
  const env = { SIM_URL: url, SIM_TOKEN: account.token, SIM_CONSOLE_TOKEN: account.console_token };
  const sim = async (...words: string[]) => {
    const ended = await runSim(words, { cwd, env });
    expect(ended.code, ended.stderr).toBe(0);
    return ended.stdout;
  };
  writeFileSync(`${cwd}/script.yaml`, rules);
  expect(await sim('script', 'set', 'script.yaml')).toMatch(/^11 rules, set /);
  const receiver = await startReceiver();
  const session = (identifier: string, amount_reference = 10) =>
    openSession(
      url,
      { token: account.token, agreementId: account.agreement_id },
      { identifier, amount_reference, webhook_url: receiver.url },
    );
  const [declined, paid, magic] = [
    await session('order-1'),
    await session('order-2'),
    await session('x', 5.11),
  ];
  await sim('session', 'wait', declined.id, '--for', 'failed', '--timeout', '10000');
  await sim('session', 'wait', paid.id, '--for', 'accreditation_to_recipient_failed', '--timeout', '10000');
  await sim('session', 'wait', magic.id, '--for', 'webhook.delivered:accredited', '--timeout', '10000');
  const events = receiver.received.all.map(({ sessionId, event }) => [sessionId, event]);
  expect(events.filter(([id]) => id === declined.id)).toEqual([[declined.id, 'payment_session.created']]);
  expect(events.filter(([id]) => id === magic.id).map(([, event]) => event)).toEqual([
    'payment_session.created',
    'payment_session.paid',
    'payment_session.accredited',
  ]);
  expect(await sim('script', 'show')).toContain('matched 2  used up');
  expect(await sim('trace', '--type', 'script.matched')).toContain('“first try declined”');
  await sim('reset');
  expect(await sim('script', 'show')).toBe('no script: sessions end as their payers decide\n');
});

it('keeps an end that is still to come over a kill', async () => {
  const dataDir = scratchFolder();
  const first = await startSimulator({ dataDir });
  const { token, agreement_id: agreementId } = first.account;
  const body = { rules: [{ match: {}, outcomes: [{ leg1: 'paid', after_ms: 600_000 }] }] };
  expect((await call(first.url, 'PUT', '/control/script', { token, body })).status).toBe(200);
  const { id } = await openSession(first.url, { token, agreementId }, { duration_minutes: 20 });
  first.signal('SIGKILL');
  await first.exited;
  const second = await startSimulator({ dataDir });
  const status = async () =>
    (await call(second.url, 'GET', `/api/v1/ext/payment-sessions/status/${id}`, { token })).body.data.status;
  expect(await status()).toBe('pending');
  await call(second.url, 'POST', '/control/clock/advance', { token, body: { ms: 600_000 } });
  expect(await status()).toBe('paid');
  const { rules: shown } = (await call(second.url, 'GET', '/control/script', { token })).body.data;
  expect(shown).toMatchObject([{ matched: 1, next: null }]);
});

it('is within reach of a test, with what the payer is told', async () => {
  await using sim = await startInProcess();
  await sim.script([
    { match: { method: 'crypto' }, outcomes: [{ leg1: 'failed', user_message: 'No coins' }] },
  ]);
  const request = await sim.session.createRequest();
  expect(await sim.session.pay(request, { method: 'crypto' })).toMatchObject({ result: 'failed' });
  expect((await sim.session.status(request)).session_payment.user_message).toBe('No coins');
  expect(await sim.session.pay(request, { method: 'crypto' })).toMatchObject({ result: 'paid' });
});
