import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { FakeRelay } from '@svc-simulator/test-support/relay.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

const TOKEN = 'an-operator-token-of-forty-characters-00';
const METRICS_TOKEN = 'a-token-for-metrics';
const DAY_MS = 86_400_000;
const hosted = { hosted: true, operatorToken: TOKEN, metricsToken: METRICS_TOKEN };

const operate = (sim: TestSimulator, method: string, path: string, body?: unknown) =>
  sim.send(method, `/operator${path}`, { token: TOKEN, body });

/** Resolves when the stream has ended, without a time limit of its own. */
async function waitForEnd(answer: Response): Promise<void> {
  try {
    for await (const _ of answer.body ?? []);
  } catch {
    // The connection was cut.
  }
}

describe.each(eachStore(hosted))('the operator, %s', (_, start) => {
  // The test never advances the clock, so an end that waits for a timer would fail it.
  it('ends the streams and the relay of a suspended account immediately, on every instance', async () => {
    const { sim, other } = await start();
    const [account, otherAccount] = [await sim.account(), await sim.account()];
    const openStream = async (on: TestSimulator, token: string) =>
      waitForEnd(
        await fetch(`${on.url}/console/trace`, {
          headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
        }),
      );
    const ends = [sim, other].map((on) => openStream(on, account.console));
    const relay = await FakeRelay.connect(other.url, account.token);
    const keptRelay = await FakeRelay.connect(other.url, otherAccount.token);
    await operate(sim, 'PUT', `/accounts/${account.id}/suspension`, { reason: 'A loop' });
    await Promise.all([...ends, relay.closed]);
    expect(keptRelay.socket.readyState).toBe(keptRelay.socket.OPEN);
  });

  it('keeps an act in the audit list for a year', async () => {
    const { sim, other } = await start();
    const advanceClocks = (ms: number) =>
      Promise.all([...new Set([sim, other])].map(({ clock }) => clock.advance(ms)));
    const account = await sim.account();
    await operate(sim, 'PUT', `/accounts/${account.id}/suspension`, { reason: 'A loop' });
    const readActs = async () => {
      const { json } = await operate(other, 'GET', `/acts?account=${account.id}`);
      return json.data.map(({ act }: { act: string }) => act);
    };
    await advanceClocks(365 * DAY_MS - 1000);
    expect(await readActs()).toEqual(['suspend']);
    await advanceClocks(1000);
    await expect.poll(readActs).toEqual([]);
  });
});

it('names in the metrics only the five accounts with the most attempts in progress', async () => {
  const sim = await TestSimulator.start(hosted);
  // Closing waits for the running attempts, which end only when the clock advances.
  onTestFinished(async () => void (await Promise.all([sim.close(), sim.clock.advance(10_000)])));
  const accounts = [];
  for (let count = 1; count <= 7; count++) {
    const account = await sim.account();
    accounts.push(account);
    // The receiver responds after six seconds of the clock, which the test doesn't advance.
    const webhook_url = `${sim.url}/console/hooks/${account.id}/captura?delay_ms=6000`;
    for (let index = 0; index < count; index++) await sim.button(account, { webhook_url });
  }
  const readLines = async () => {
    const { text } = await sim.send('GET', '/metrics', { token: METRICS_TOKEN });
    return text.split('\n').filter((line) => line.startsWith('sim_account_attempts_under_way'));
  };
  const heaviest = accounts.slice(2).reverse();
  const expected = heaviest.map(
    ({ name }, index) => `sim_account_attempts_under_way{account="${name}"} ${7 - index}`,
  );
  await expect.poll(readLines).toEqual(expected);
});
