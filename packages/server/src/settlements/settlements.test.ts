import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

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

describe('practices of the merchant and POS API', () => {
  it('are done by a transaction’s whole life', async () => {
    await using sim = await TestSimulator.start();
    const merchant = await TestMerchant.register(sim);
    const token = await merchant.console();
    const terminal = await merchant.terminal('SN-1');
    const signed = (path: string, body?: object) => sendSigned(sim, terminal, 'POST', path, { body });
    const done = async () => {
      const { practices } = (await sim.send('GET', '/console/progress', { token })).json.data;
      return practices
        .filter((practice: { done: boolean; id: string }) => practice.done && practice.id !== 'login')
        .map((practice: { id: string }) => practice.id);
    };
    expect(await done()).toEqual(['terminal_paired']);
    const [paid, cancelled] = [await merchant.create(), await merchant.create()];
    await signed(`/transactions/${paid}/commit`, { authorizationCode: 'A' });
    expect(await done()).toEqual(['terminal_paired', 'transaction_paid']);
    await merchant.cancel(paid);
    expect(await done()).toEqual(['terminal_paired', 'transaction_paid']);
    await merchant.cancel(cancelled);
    expect(await done()).toEqual(['terminal_paired', 'transaction_paid', 'transaction_cancelled']);
    await signed(`/transactions/${cancelled}/commit`, { authorizationCode: 'B' });
    await signed(`/transactions/${paid}/cancellation/commit`);
    await signed('/settlements', closing);
    expect(await done()).toEqual([
      'terminal_paired',
      'transaction_paid',
      'transaction_cancelled',
      'paid_after_cancellation',
      'transaction_voided',
      'batch_settled',
    ]);
  });
});
