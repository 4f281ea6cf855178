import { logIn, type TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { sendSigned, TestMerchant, type TestTerminal } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the pages of batches', () => {
  let sim: TestSimulator;
  let merchant: TestMerchant;
  let browser: TestBrowser;
  let terminal: TestTerminal;
  const SERIAL = 'SN/7 <b>';
  beforeAll(async () => {
    sim = await TestSimulator.start();
    merchant = await TestMerchant.register(sim);
    browser = await logIn(sim, { name: merchant.email }, { 'accept-language': 'en' });
    terminal = await merchant.terminal(SERIAL);
  });
  afterAll(() => sim.close());

  const pay = async (amount: number, by = terminal) => {
    const orderId = await merchant.create({ amountReference: amount });
    const body = { authorizationCode: '123456', amountReference: amount };
    const answer = await sendSigned(sim, by, 'POST', `/transactions/${orderId}/commit`, { body });
    expect(answer.status).toBeLessThan(300);
    return orderId;
  };
  const close = async (batchNumber: number | string, transactionCount: number) => {
    const closedAt = new Date(sim.clock.now()).toISOString();
    const body = { batchNumber, transactionCount, closedAt, currencyReference: 'USD', terminal: 'x' };
    expect((await sendSigned(sim, terminal, 'POST', '/settlements', { body })).status).toBe(201);
  };
  const pageOf = (batch: string) =>
    browser.get(`/console/batches/${encodeURIComponent(SERIAL)}/${encodeURIComponent(batch)}`);

  it('say how to close one while there is none', async () => {
    const { email } = await TestMerchant.register(sim);
    const own = await logIn(sim, { name: email }, { 'accept-language': 'en' });
    expect((await own.get('/console/batches')).html).toContain('No batch is closed yet');
  });

  it('are receipts with their payments and totals, each batch its own, and say when the counts differ', async () => {
    const [first, second] = [await pay(10.25), await pay(5)];
    await pay(99, await merchant.terminal('SN-other'));
    await close('A/1', 2);
    const third = await pay(1);
    await close(2, 7);
    const list = (await browser.get('/console/batches')).html;
    expect(list).toContain(`href="/console/batches/${encodeURIComponent(SERIAL)}/A%2F1"`);
    expect(list).not.toContain('<b>');
    const one = (await pageOf('A/1')).html;
    for (const part of [first, second, 'USD 15.25', 'The terminal reported what the simulator saw'])
      expect(one).toContain(part);
    expect(one).not.toContain(third);
    expect(one).not.toContain('99.00');
    const two = (await pageOf('2')).html;
    for (const part of [third, 'USD 1.00', 'another number']) expect(two).toContain(part);
    expect(two).not.toContain(first);
  });

  it('count what was voided as no money', async () => {
    const [kept, gone] = [await pay(3), await pay(4)];
    await merchant.cancel(gone);
    await sendSigned(sim, terminal, 'POST', `/transactions/${gone}/cancellation/commit`);
    await close(3, 2);
    const { html } = await pageOf('3');
    for (const part of [kept, gone, 'USD 3.00', '>voided<']) expect(html).toContain(part);
    expect(html).not.toContain('<strong>USD 7.00');
  });

  it('are a 404 for a batch that is none', async () => {
    expect((await pageOf('77')).status).toBe(404);
  });
});
