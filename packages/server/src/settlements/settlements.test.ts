import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';
import { HOSTED_CLOSINGS_MAX } from './settlement-routes.ts';

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

it('a terminal of a hosted simulator makes no more closings than a page of them can sort', async () => {
  await using sim = await TestSimulator.start({ hosted: true });
  const own = await TestMerchant.register(sim);
  const terminal = await own.terminal('SN-full');
  const close = (batchNumber: number) =>
    sendSigned(sim, terminal, 'POST', '/settlements', { body: { ...closing, batchNumber } });
  for (let number = 1; number <= HOSTED_CLOSINGS_MAX; number += 200) {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => close(number + at)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  }
  expect((await close(HOSTED_CLOSINGS_MAX + 1)).json).toMatchObject({ status: 429, title: 'Over the quota' });
  const list = await own.send('GET', '/pos-terminals/SN-full/settlements?size=2');
  expect(list.json).toMatchObject({ total: HOSTED_CLOSINGS_MAX });
});
