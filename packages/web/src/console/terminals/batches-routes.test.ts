import { logIn } from '@svc-simulator/test-support/browser.ts';
import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it, onTestFinished } from 'vitest';

it("shows how to close a batch, and links to the simulator's own totals", async () => {
  const sim = await TestSimulator.start();
  onTestFinished(() => sim.close());
  const merchant = await TestMerchant.register(sim);
  const browser = await logIn(sim, { name: merchant.email }, { 'accept-language': 'en' });
  expect((await browser.get('/console/batches')).html).toContain('No settled batches yet');
  const terminal = await merchant.terminal('SN/7 <b>');
  const closedAt = new Date(sim.clock.now()).toISOString();
  const body = { batchNumber: 'A/1', transactionCount: 2, closedAt, currencyReference: 'USD', terminal: 'x' };
  expect((await sendSigned(sim, terminal, 'POST', '/settlements', { body })).status).toBe(201);
  const { html } = await browser.get('/console/batches');
  expect(html).toContain('A/1');
  expect(html).not.toContain('<b>');
  expect(html).toContain('href="/console/trace?type=pos.settled"');
  expect((await browser.get('/console/trace?type=pos.settled')).html).toContain('Batch A/1 settled');
});
