import { expect, it } from 'vitest';
import { openSession, paymentForm, submitPayment } from './support/api.ts';
import { testDatabase } from './support/postgres.ts';
import { type Received, startReceiver } from './support/receiver.ts';
import { Sightings } from './support/sightings.ts';
import { startSimHere } from './support/sim-here.ts';
import { startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

it('shows one account through two instances: any serves any request, a live trace has what the other did', async () => {
  const { database, receiver, taken } = await stage({ isEmpty: true });
  const env = { SIM_DATABASE: database };
  const one = await startSimulator({ env, args: ['--accreditation-delay', '200'] });
  const other = await startSimulator({ env, args: ['--accreditation-delay', '200'] });
  expect(one.stderr()).toContain('migration 0011-one-form ran');
  expect(other.stderr()).not.toContain('migration');
  expect(other.account).toBeNull();

  const { account } = one;
  const live = await followTrace(other.url, account.console_token);
  const { id } = await openSession(
    one.url,
    { token: account.token, agreementId: account.agreement_id },
    { webhook_url: receiver.url },
  );
  expect((await submitPayment(other.url, id, paymentForm('000000'))).status).toBe(303);
  await taken.first(({ event }) => event === 'payment_session.accredited');
  await live.first(
    ({ type, data }) => type === 'webhook.delivered' && data.event === 'payment_session.accredited',
  );
  const ids = live.all.map((event) => event.id);
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, step) => (ids[0] ?? 0) + step));
  for (const simulator of [one, other]) expect(await simulator.stop()).toEqual({ code: 0, signal: null });
});

it('has one relay for an account, and brings it what another instance emits', async () => {
  const { database } = await stage();
  const env = { SIM_DATABASE: database };
  const one = await startSimulator({ env });
  const other = await startSimulator({ env });
  const shop = await startReceiver();
  const { account } = one;
  const trace = await followTrace(one.url, account.console_token);
  const port = String(shop.port);
  const relayTo = (url: string) =>
    startSimHere(['relay', '--key', account.token, '--mock', url, '--port', port, '--json']);
  const connected = (count: number) => trace.atLeast(count, ({ type }) => type === 'relay.connected');
  const first = relayTo(one.url);
  const [former] = await connected(1);
  relayTo(other.url);
  await connected(2);
  // The one that came first, though to another instance, is told that it was displaced, and does not come back.
  await first.exited;
  await trace.first(
    ({ type, data }) => type === 'relay.disconnected' && data.relay_id === former?.data.relay_id,
  );
  const customer = { token: account.token, agreementId: account.agreement_id };
  const ids: string[] = [];
  // Enough for each of them to be the home of some.
  for (let turn = 0; turn < 12; turn++) {
    // Nobody listens there: only the relay's own port can bring it to the shop.
    const { id } = await openSession(one.url, customer, { webhook_url: 'http://localhost:1/webhooks' });
    ids.push(id);
  }
  await shop.received.atLeast(12);
  await trace.atLeast(12, ({ type }) => type === 'webhook.delivered');
  expect(shop.received.all.map(({ sessionId }) => sessionId).toSorted()).toEqual(ids.toSorted());
  const attempts = trace.all.filter(({ type }) => type === 'webhook.attempted');
  expect(attempts.map(({ data }) => [data.via, data.status])).toEqual(Array(12).fill(['relay', 200]));
});

/** A database server of the test's own, and a receiver that refuses a quarter of the webhooks the first time. */
async function stage(options = {}) {
  const taken = new Sightings<Received>('webhook that was answered 200');
  const refusedOnce = new Set<string>();
  const receiver = await startReceiver((webhook, response) => {
    const key = String(webhook.headers['idempotency-key']);
    if (/[0-3]$/.test(key) && !refusedOnce.has(key)) {
      refusedOnce.add(key);
      response.writeHead(500).end();
      return;
    }
    taken.add(webhook);
    response.end('ok');
  });
  return { database: await testDatabase(options), receiver, taken };
}
