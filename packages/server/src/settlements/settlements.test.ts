import { createRecordPolicy, settlementKey } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { put } from '@svc-simulator/store/store.ts';
import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { MAX_HOSTED_SETTLEMENTS } from './settlement-routes.ts';

const settlementBody = {
  batchNumber: 7,
  transactionCount: 0,
  closedAt: '2025-12-31T20:00:00-04:00',
  currencyReference: 'VES',
};

it("accepts a settlement with any count, and traces a difference from the simulator's count", async () => {
  await using sim = await TestSimulator.start();
  const merchant = await TestMerchant.register(sim);
  const terminal = await merchant.terminal('SN-count');
  const settle = (body: object) =>
    sendSigned(sim, terminal, 'POST', '/settlements', { body: { ...settlementBody, ...body } });
  for (const authorizationCode of ['A', 'B']) {
    const path = `/transactions/${await merchant.create()}/commit`;
    await sendSigned(sim, terminal, 'POST', path, { body: { authorizationCode } });
    await sendSigned(sim, terminal, 'POST', path, { body: { authorizationCode } });
  }
  expect((await settle({ batchNumber: 1, transactionCount: 2 })).status).toBe(201);
  expect((await settle({ batchNumber: 2, transactionCount: 2 })).status).toBe(201);
  const token = await merchant.logInToConsole();
  const trace = await sim.send('GET', '/console/trace?type=pos.settled', { token });
  expect(trace.json.data.map(({ data }: { data: object }) => data)).toEqual([
    expect.objectContaining({ batch_number: 1, own_count: 2, count_differs: false }),
    expect.objectContaining({ batch_number: 2, own_count: 0, count_differs: true }),
  ]);
});

it('limits the settlements of a hosted terminal to those that a page can sort', async () => {
  const data = scratchFolder();
  const localSimulator = await TestSimulator.start({ data });
  const merchant = await TestMerchant.register(localSimulator);
  const terminal = await merchant.terminal('SN-full');
  const settle = (sim: TestSimulator, batchNumber: number) =>
    sendSigned(sim, terminal, 'POST', '/settlements', { body: { ...settlementBody, batchNumber } });
  expect((await settle(localSimulator, 1)).status).toBe(201);
  await localSimulator.close();
  await addSettlements(data, merchant, MAX_HOSTED_SETTLEMENTS - 2);

  await using sim = await TestSimulator.start({ data, hosted: true });
  expect((await settle(sim, MAX_HOSTED_SETTLEMENTS)).status).toBe(201);
  expect((await settle(sim, MAX_HOSTED_SETTLEMENTS + 1)).json).toMatchObject({
    status: 429,
    title: 'Quota exceeded',
  });
  const hostedMerchant = new TestMerchant(sim, merchant.id, merchant.email, merchant.token);
  const page = await hostedMerchant.send('GET', '/pos-terminals/SN-full/settlements?size=2');
  expect(page.json).toMatchObject({ total: MAX_HOSTED_SETTLEMENTS });
});

/** Adds settlements to the data directory of a closed simulator. */
async function addSettlements(directory: string, { sim: { clock }, email }: TestMerchant, more: number) {
  const store = await openEmbeddedStore({ directory, clock, policy: createRecordPolicy() });
  const account = (await store.get('name', email))?.accountId ?? '';
  const [first] = (await store.list('settlement', account, { limit: 1 })).items;
  if (!first) throw new Error('no settlement');
  const puts = Array.from({ length: more }, (_, index) => {
    const batchNumber = index + 2;
    return put('settlement', settlementKey(first.terminalId, batchNumber), { ...first, batchNumber });
  });
  await store.transact({ account }, () => ({ result: null, puts }));
  await store.close();
}
