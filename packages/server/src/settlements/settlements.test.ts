import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

const closing = {
  batchNumber: 7,
  transactionCount: 0,
  closedAt: '2025-12-31T20:00:00-04:00',
  currencyReference: 'VES',
};

it('a closing is taken with any count, and the trace says where it is not the terminal’s own', async () => {
  await using sim = await TestSimulator.start();
  const own = await TestMerchant.register(sim);
  const terminal = await own.terminal('SN-count');
  const close = (body: object) =>
    sendSigned(sim, terminal, 'POST', '/settlements', { body: { ...closing, ...body } });
  for (const authorizationCode of ['A', 'B']) {
    const path = `/transactions/${await own.create()}/commit`;
    await sendSigned(sim, terminal, 'POST', path, { body: { authorizationCode } });
    await sendSigned(sim, terminal, 'POST', path, { body: { authorizationCode } });
  }
  expect((await close({ batchNumber: 1, transactionCount: 2 })).status).toBe(201);
  expect((await close({ batchNumber: 2, transactionCount: 2 })).status).toBe(201);
  const token = await own.console();
  const trace = await sim.send('GET', '/console/trace?type=pos.settled', { token });
  expect(trace.json.data.map(({ data }: { data: object }) => data)).toEqual([
    expect.objectContaining({ batch_number: 1, own_count: 2, count_differs: false }),
    expect.objectContaining({ batch_number: 2, own_count: 0, count_differs: true }),
  ]);
});
