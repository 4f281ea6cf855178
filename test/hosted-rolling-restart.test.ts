import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { call, openAccount, openSession } from './support/api.ts';
import { startBalancer } from './support/balancer.ts';
import { testDatabase } from './support/postgres.ts';
import { Sightings } from './support/sightings.ts';
import { startSimulatorProcess } from './support/simulator.ts';
import { until } from './support/until.ts';

const CLIENTS = 4;
/** A stopping instance still accepts requests for this time, in which the balancer must notice the stop. */
const DRAIN_MS = 2000;

it('replaces both instances under load, one after the other, without a failed request', async () => {
  const database = await testDatabase();
  const start = () =>
    startSimulatorProcess({
      env: { SIM_DATABASE: database, SIM_TRUSTED_PROXY: '127.0.0.1' },
      args: ['--hosted', '--drain', String(DRAIN_MS)],
    });
  const former = await start();
  const other = await start();
  const balancer = await startBalancer(former.url, other.url);
  await until(
    () => balancer.ready().length === 2,
    () => call(balancer.url, 'GET', '/health'),
  );
  const place = { url: balancer.url, account: await openAccount(balancer.url) };

  const answers = new Sightings<string>('answer');
  let loading = true;
  const runClient = async () => {
    while (loading) {
      const answer = await openSession(place).then(({ status }) => status, String);
      answers.add(answer);
      // The pause leaves processor time for the instances that are starting.
      await pause(5);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, runClient));
  const waitForAnswers = () => answers.atLeast(answers.all.length + 30);
  await waitForAnswers();
  expect(await former.stop()).toEqual({ code: 0, signal: null });
  expect(balancer.ready()).toEqual([other.url]);
  await waitForAnswers();
  const next = await start();
  balancer.instances.add(next.url);
  await until(() => balancer.ready().includes(next.url), waitForAnswers);
  expect(await other.stop()).toEqual({ code: 0, signal: null });
  await waitForAnswers();
  loading = false;
  await clients;
  expect(new Set(answers.all)).toEqual(new Set(['pending']));
});

it('asks clients with open connections to reconnect as soon as it is stopped, and resets no connection', async () => {
  const { url, stop } = await startSimulatorProcess({ args: ['--hosted', '--drain', String(DRAIN_MS)] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const request = async (path: string) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`${url}${path}`, { agent }, resolve).on('error', reject),
    );
    await text(response);
    return { status: response.statusCode, connection: response.headers.connection };
  };
  expect(await request('/health')).toEqual({ status: 200, connection: 'keep-alive' });
  const exit = stop();
  await until(async () => (await request('/ready')).status === 503);
  for (let count = 0; count < 20; count++)
    expect(await request('/health')).toEqual({ status: 200, connection: 'close' });
  expect(await exit).toEqual({ code: 0, signal: null });
});
