import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { buttonBody, call, paymentForm, submitPayment } from './support/api.ts';
import { FailingReceiver } from './support/failing-receiver.ts';
import { TestCluster } from './support/postgres.ts';
import { Sightings } from './support/sightings.ts';
import { startSimulator } from './support/simulator.ts';
import { until } from './support/until.ts';

/**
 * Default: the outage lasts until enough requests are refused. A longer one: `SIM_OUTAGE_SECONDS=10 npx
 * vitest run --config test/vitest.config.ts test/outage-postgres.test.ts`
 */
const OUTAGE_MS = Number(process.env.SIM_OUTAGE_SECONDS ?? 0) * 1000;
const CLIENTS = 4;

it('returns 503 while PostgreSQL is stopped under load, and finishes all interrupted work afterwards', async () => {
  const cluster = await TestCluster.start();
  onTestFinished(() => cluster.stop());
  const receiver = await FailingReceiver.start();
  const simulator = await startSimulator({
    env: { SIM_DATABASE: await cluster.database() },
    // Short, so that accreditations of earlier payments are due while the database is down.
    args: ['--accreditation-delay', '1000'],
  });
  const { url, account } = simulator;
  const answers = new Sightings<number>('answer');
  const createdIds: string[] = [];
  const paidIds: string[] = [];
  let refusal = '';
  let loading = true;
  const client = async () => {
    while (loading) {
      const answer = await call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
        token: account.token,
        body: buttonBody(account.agreement_id, { webhook_url: receiver.url }),
      });
      answers.add(answer.status);
      if (answer.status !== 201) {
        refusal = JSON.stringify(answer.body);
        continue;
      }
      const { id } = answer.body.data;
      createdIds.push(id);
      const { status } = await submitPayment(url, id, paymentForm('000000'));
      answers.add(status);
      if (status === 303) paidIds.push(id);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  await answers.atLeast(20, (status) => status === 303);
  await cluster.halt();
  const haltedAt = performance.now();
  await answers.atLeast(100, (status) => status === 503);
  await pause(Math.max(0, haltedAt + OUTAGE_MS - performance.now()));
  expect((await call(url, 'GET', '/health')).status).toBe(200);
  expect(await call(url, 'GET', '/ready')).toMatchObject({
    status: 503,
    body: { errors: [{ pointer: '/store' }] },
  });
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  expect(await metrics()).toMatch(/\nsim_ready 0\n/);
  expect(await metrics()).not.toContain('sim_jobs_due');
  const before = createdIds.length;
  await cluster.resume();
  const resumedAt = performance.now();
  await answers.first(() => createdIds.length > before);
  // Not in the short form, which runs next to other tests.
  if (OUTAGE_MS > 0) expect(performance.now() - resumedAt).toBeLessThan(5000);
  loading = false;
  await clients;
  expect(new Set(answers.all)).toEqual(new Set([201, 303, 503]));
  await until(async () => (await metrics()).includes('\nsim_ready 1\n'));
  expect(refusal).toContain('database');
  await receiver.waitUntilAccepted([
    ...createdIds.map((id) => `payment_session.created ${id}`),
    ...paidIds.flatMap((id) => [`payment_session.paid ${id}`, `payment_session.accredited ${id}`]),
  ]);
  expect(receiver.changed(), 'a webhook that comes again comes with the same key and bytes').toEqual([]);
  console.info(
    `stopped for ${Math.round(resumedAt - haltedAt)} ms: ${createdIds.length} sessions, ${paidIds.length} payments, ${answers.all.filter((status) => status === 503).length} refusals`,
  );
  expect(await simulator.stop()).toEqual({ code: 0, signal: null });
});
