import { openStore } from '@svc-simulator/simulator/open-store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { paymentForm, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { TestDirectories } from '../../../test/test-directories.ts';
import { put, ref } from '../../store.ts';

const [directories, stores] = [new TestDirectories(), new TestStores()];

interface Place {
  readonly data?: string;
  readonly database?: string;
}

/** As an account was stored by a version that had none of the settings. */
async function forgetSettings(place: Place, id: string): Promise<void> {
  const clock = new ManualClock();
  const { store } = await openStore({ data: null, ...place, clock, log: () => {} });
  await store.transact({ account: id, lock: [ref('account', id)] }, (view) => {
    const account = view.get('account', id);
    if (!account) throw new Error('the account is not there');
    return { result: undefined, puts: [put('account', id, { ...account, settings: {} })] };
  });
  await store.close();
}

describe.each<[string, () => Promise<Place>]>([
  ['the embedded store', async () => ({ data: await directories.make() })],
  ['PostgreSQL', async () => ({ database: await stores.database() })],
])('an account that %s has from before there were settings', (_, makePlace) => {
  it('has them all, and works as a new one', async () => {
    const place = await makePlace();
    const before = await TestSimulator.start(place);
    const account = await before.account();
    const settings = () => ({ token: account.console });
    const initial = (await before.send('GET', '/console/settings', settings())).json.data;
    await before.close();
    await forgetSettings(place, account.id);

    await using sim = await TestSimulator.start(place);
    expect((await sim.send('GET', '/console/settings', settings())).json.data).toEqual(initial);
    const hook = `${sim.url}/console/hooks/${account.id}/captura`;
    const id = await sim.button(account, { webhook_url: hook });
    const seen = new SeenTrace(sim);
    await sim.send('POST', `/pay/${id}`, paymentForm());
    await seen.of(id, 'webhook.delivered');
    const saved = await sim.send('GET', '/control/snapshot', { token: account.token });
    expect(saved.json.accounts[0].settings).toEqual(initial);
    const changed = { ...settings(), body: { throttle_per_minute: 9 } };
    expect((await sim.send('PUT', '/console/settings', changed)).json.data).toEqual({
      ...initial,
      throttle_per_minute: 9,
    });
  });
});
