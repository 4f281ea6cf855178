import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { agreementBody, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

// Replaces the function instead of the module, which other tests may have loaded already.
const { getHeapStatistics } = v8;
const heap = { used_heap_size: 0, heap_size_limit: 100 };
const withHeap = (replacement: typeof getHeapStatistics) => {
  v8.getHeapStatistics = replacement;
  syncBuiltinESMExports();
};
beforeAll(() => withHeap(() => ({ ...getHeapStatistics(), ...heap })));
afterAll(() => withHeap(getHeapStatistics));
afterEach(() => {
  heap.used_heap_size = 0;
});

const rule = { origin_bank_code: '0'.repeat(200), destination_bank_account_id: '1'.repeat(200) };
const create = (sim: TestSimulator, { token }: TestAccount, key: string, rules = 1) =>
  sim.send('POST', '/api/v1/ext/agreements', {
    token,
    body: { ...agreementBody, rules: Array.from({ length: rules }, () => rule) },
    headers: { 'idempotency-key': key },
  });
const receive = (sim: TestSimulator, { id }: TestAccount, length: number) =>
  sim.send('POST', `/console/hooks/${id}/captura`, { body: 'x'.repeat(length) });

it('refuses writes of the account with the most records when memory is short, but not of smaller accounts', async () => {
  await using sim = await TestSimulator.start({ hosted: true });
  const [quiet, largeAccount] = [await sim.account(), await sim.account()];
  // `quiet` has many events and few records, and `largeAccount` the reverse.
  for (let count = 0; count < 8; count++) await receive(sim, quiet, 50_000);
  for (let count = 0; count < 12; count++)
    expect((await create(sim, largeAccount, `k${count}`, 100)).status).toBe(201);
  heap.used_heap_size = 61;
  expect((await create(sim, largeAccount, 'last')).status).toBe(429);
  expect((await create(sim, quiet, 'last')).status).toBe(201);
});

it("counts an account again before refusing it, so replaced records don't count", async () => {
  await using sim = await TestSimulator.start({ hosted: true });
  const [busy, full] = [await sim.account(), await sim.account()];
  for (let count = 0; count < 4; count++) await receive(sim, full, 10_000);
  for (let count = 0; count < 100; count++)
    await sim.ask(busy, 'PUT', '/console/settings', { throttle_per_minute: 1000 + count });
  heap.used_heap_size = 61;
  await sim.clock.advance(60_000);
  expect((await create(sim, busy, 'last')).status).toBe(201);
});
