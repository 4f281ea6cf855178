import { startSimulator, type TestSimulatorOptions } from 'svc-simulator/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startShop } from '../shop/shop.mjs';

/** A shop with a provider of its own; both go when the test ends. */
async function open(options?: TestSimulatorOptions) {
  const sim = await startSimulator(options);
  const shop = await startShop(sim.env);
  onTestFinished(async () => {
    await shop.close();
    await sim.close();
  });
  const checkout = async (order: string) => {
    const answer = await fetch(`${shop.url}/orders/${order}`, { method: 'POST' });
    return ((await answer.json()) as { session: string }).session;
  };
  return { sim, shop, checkout };
}

describe('checkout', () => {
  it('ships what is paid, and books it when the money has come', async () => {
    const { sim, shop, checkout } = await open();
    const session = await checkout('A-1');
    await sim.session.pay(session);
    await sim.webhooks.waitFor('payment_session.accredited', { session });
    expect(shop.orders.get('A-1')).toBe('booked');
  });

  it('keeps what is not paid', async () => {
    const { sim, shop, checkout } = await open();
    const session = await checkout('A-2');
    expect(await sim.session.fail(session, 'insufficient_funds')).toMatchObject({ result: 'failed' });
    expect(sim.webhooks.all({ event: 'payment_session.paid' })).toEqual([]);
    expect(shop.orders.get('A-2')).toBe('waiting');
  });

  it('books what the bank is slow with, two minutes later', async () => {
    const { sim, shop, checkout } = await open({ accreditationDelayMs: 120_000 });
    const session = await checkout('A-4');
    await sim.session.pay(session);
    await sim.clock.advance('119 seconds');
    expect(shop.orders.get('A-4')).toBe('shipped');
    await sim.clock.advance('1 second'); // when it resolves, the shop has answered
    expect(shop.orders.get('A-4')).toBe('booked');
  });

  it('ships the second try of a customer whose first is declined', async () => {
    const { sim, shop, checkout } = await open();
    const outcomes = [{ leg1: 'failed', after_ms: 0 } as const, { leg1: 'paid', after_ms: 0 } as const];
    await sim.script([{ match: { identifier: 'A-*' }, outcomes }]);
    const [declined, paid] = [await checkout('A-5'), await checkout('A-6')];
    await sim.session.waitFor(declined, 'failed');
    await sim.webhooks.waitFor('payment_session.accredited', { session: paid });
    expect([shop.orders.get('A-5'), shop.orders.get('A-6')]).toEqual(['waiting', 'booked']);
  });

  it('takes no webhook that is not signed', async () => {
    const { sim, shop, checkout } = await open();
    const session = await checkout('A-3');
    const { rawBody, headers } = await sim.webhooks.waitFor('payment_session.created', { session });
    const forged = rawBody.replace('payment_session.created', 'payment_session.paid');
    const answer = await fetch(`${shop.url}/webhooks/A-3`, { method: 'POST', headers, body: forged });
    expect(answer.status).toBe(401);
    expect(shop.orders.get('A-3')).toBe('waiting');
  });
});
