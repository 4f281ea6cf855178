import { expect, it } from 'vitest';
import { connectionFlags, openSession } from './support/api.ts';
import { testDatabase } from './support/postgres.ts';
import { startReceiver } from './support/receiver.ts';
import { startSimHere } from './support/sim-here.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

it('delivers the webhooks of both instances through the latest relay of an account, which replaces earlier relays', async () => {
  const env = { SIM_DATABASE: await testDatabase() };
  const one = await startSimulator({ env });
  const other = await startSimulator({ env });
  const shop = await startReceiver();
  const { account } = one;
  const trace = await followTrace(one);
  const relayTo = ({ url }: Simulator) =>
    startSimHere(['relay', ...connectionFlags({ url, account }), '--port', String(shop.port), '--json']);
  const waitForConnections = (count: number) =>
    trace.atLeast(count, ({ type }) => type === 'relay.connected');
  const first = relayTo(one);
  const [former] = await waitForConnections(1);
  relayTo(other);
  await waitForConnections(2);
  // The second relay replaces the first, although they are connected to different instances.
  await first.exited;
  await trace.first(
    ({ type, data }) => type === 'relay.disconnected' && data.relay_id === former?.data.relay_id,
  );
  const ids: string[] = [];
  // With so many sessions, each instance is the home of some.
  for (let turn = 0; turn < 12; turn++) {
    // Nothing listens on this port: only the relay can deliver webhooks to the shop.
    const { id } = await openSession(one, { webhook_url: 'http://localhost:1/webhooks' });
    ids.push(id);
  }
  await shop.received.atLeast(12);
  await trace.atLeast(12, ({ type }) => type === 'webhook.delivered');
  expect(shop.received.all.map(({ sessionId }) => sessionId).toSorted()).toEqual(ids.toSorted());
  const attempts = trace.all.filter(({ type }) => type === 'webhook.attempted');
  expect(attempts.map(({ data }) => [data.via, data.status])).toEqual(Array(12).fill(['relay', 200]));
});
