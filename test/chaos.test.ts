import { describe, expect, it } from 'vitest';
import {
  type Account,
  advance,
  call,
  connectionFlags,
  openAccount,
  openSession,
  type Place,
} from './support/api.ts';
import { testDatabase } from './support/postgres.ts';
import { startReceiver } from './support/receiver.ts';
import { runSimHere, startSimHere } from './support/sim-here.ts';
import { startSimulator, startSimulatorProcess } from './support/simulator.ts';
import { readTrace } from './support/trace.ts';

const SETTINGS =
  '--duplicate 0.3 --reorder 0.3 --drop 0.2 --bad-signature 0.2 --stale-timestamp 0.2 --delay 0-4000'.split(
    ' ',
  );

/** Runs `sim …` for one account and returns its stdout. */
async function sim(place: Place, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runSimHere([...words, ...connectionFlags(place)]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** Creates, pays and accredits six sessions; resolves when all their webhooks are delivered or abandoned. */
async function causeEvents(urls: readonly string[], account: Account, webhook_url: string): Promise<void> {
  const { token } = account;
  const urlAt = (turn: number) => urls[turn % urls.length] as string;
  for (let turn = 0; turn < 6; turn++) {
    const { id } = await openSession({ url: urlAt(turn), account }, { webhook_url });
    for (const [leg, outcome] of [
      [1, 'paid'],
      [2, 'accredited'],
    ])
      await call(urlAt(turn + 1), 'POST', `/control/sessions/${id}/outcome`, {
        token,
        body: { leg, outcome },
      });
  }
  await advance({ url: urlAt(0), account }, 60_000);
}

/** Returns the injected faults in sorted order, because attempts end in any order. */
async function faultsOf(place: Place): Promise<string[]> {
  const events = await readTrace(place, '&type=chaos.injected');
  const summaries = events.map(({ data: { fault, number, event, attempt, delay_ms, duplicate_of } }) =>
    [String(number).padStart(2, '0'), event, fault, attempt, delay_ms, duplicate_of && 'copy'].join(' '),
  );
  return summaries.sort();
}

/** Opens an account with the chaos of a seed, and returns the faults of its webhooks. */
async function faultsWithSeed(
  urls: readonly string[],
  seed: number,
  webhookUrl: (account: Account) => string,
): Promise<string[]> {
  const [url = ''] = urls;
  const account = await openAccount(url);
  const place = { url, account };
  await call(url, 'PUT', '/control/clock', { token: account.token, body: { frozen: true } });
  await sim(place, 'chaos', 'set', '--seed', String(seed), ...SETTINGS);
  await causeEvents(urls, account, webhookUrl(account));
  const faults = await faultsOf(place);
  const chaosState = JSON.parse(await sim(place, 'chaos', 'show', '--json'));
  const faultCount = Object.values(chaosState.injected as Record<string, number>).reduce(
    (sum, count) => sum + count,
    0,
  );
  expect([chaosState.webhooks, faultCount]).toEqual([18, faults.length]);
  return faults;
}

describe('chaos with the same seed', () => {
  it('injects the same faults for every receiver, route and store', async () => {
    const env = { SIM_DATABASE: await testDatabase() };
    const embedded = await startSimulator();
    const [one, other] = [await startSimulator({ env }), await startSimulator({ env })];
    const shop = await startReceiver();
    const failingReceiver = await startReceiver((_, response) => response.writeHead(500).end());
    const toShop = () => shop.url;

    const faults = await faultsWithSeed([embedded.url], 42, toShop);
    for (const fault of ['duplicate', 'reorder', 'delay', 'drop', 'bad_signature', 'stale_timestamp'])
      expect(faults.join('\n')).toMatch(new RegExp(` ${fault} `));
    const loopback = ({ account_id }: Account) => `${embedded.url}/console/hooks/${account_id}/captura`;
    expect(await faultsWithSeed([embedded.url], 42, loopback)).toEqual(faults);
    expect(await faultsWithSeed([one.url, other.url], 42, toShop)).toEqual(faults);
    // A receiver that never returns 2xx gets more attempts. The attempts that every receiver gets have the
    // same faults.
    expect(await faultsWithSeed([one.url, other.url], 42, () => failingReceiver.url)).toEqual(
      expect.arrayContaining(faults),
    );
  });
});

describe('chaos with a relay of a hosted simulator', () => {
  it('delivers a delayed webhook once, on time, to a relay that reconnects', async () => {
    const simulator = await startSimulatorProcess({ args: ['--hosted', '--no-demo'] });
    const account = await openAccount(simulator.url);
    const place = { url: simulator.url, account };
    const shop = await startReceiver();
    await sim(place, 'chaos', 'set', '--delay', '60000');
    const { id } = await openSession(place, { webhook_url: 'http://localhost:1/hooks' });
    const words = ['relay', ...connectionFlags(place), '--port', String(shop.port), '--replay', '--json'];
    const relay = startSimHere(words);
    const report = await relay.lines.first((line) => JSON.parse(line).type === 'replay');
    expect(JSON.parse(report)).toMatchObject({ count: 0 });
    await relay.lines.first((line) => JSON.parse(line).type === 'replayed');
    await advance(place, 60_000);
    expect(shop.received.all.map(({ sessionId }) => sessionId)).toEqual([id]);
  });
});

it('prevents sim doctor from testing a receiver while chaos is on', async () => {
  const { url } = await startSimulator();
  const account = await openAccount(url);
  await sim({ url, account }, 'chaos', 'set', '--seed', '1', '--duplicate', '1');
  const { console_token, webhook_secret } = account;
  const words = [
    'doctor',
    'http://localhost:1/',
    '--console-token',
    console_token,
    '--secret',
    webhook_secret,
  ];
  expect(await runSimHere([...words, ...connectionFlags({ url, account })])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('chaos is on for this account (seed 1)'),
  });
});
