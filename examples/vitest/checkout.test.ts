import { startSimulator, type TestSimulatorOptions } from 'svc-simulator/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startShop } from '../shop/shop.mjs';

/** Starts a shop with its own simulator; both are closed when the test ends. */
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
  it('ships a paid order, and books it when the money arrives', async () => {
    const { sim, shop, checkout } = await open();
    const session = await checkout('A-1');
    await sim.session.pay(session);
    await sim.webhooks.waitFor('payment_session.accredited', { session });
    expect(shop.orders.get('A-1')).toBe('booked');
  });

  it('keeps an unpaid order', async () => {
    const { sim, shop, checkout } = await open();
    const session = await checkout('A-2');
    expect(await sim.session.fail(session, 'insufficient_funds')).toMatchObject({ result: 'failed' });
    expect(sim.webhooks.all({ event: 'payment_session.paid' })).toEqual([]);
    expect(shop.orders.get('A-2')).toBe('waiting');
  });

  it('books a late accreditation two minutes later', async () => {
    const { sim, shop, checkout } = await open({ accreditationDelayMs: 120_000 });
    const session = await checkout('A-4');
    await sim.session.pay(session);
    await sim.clock.advance('119 seconds');
    expect(shop.orders.get('A-4')).toBe('shipped');
    await sim.clock.advance('1 second'); // resolves after the shop has responded
    expect(shop.orders.get('A-4')).toBe('booked');
  });

  it('ships the second attempt after a declined one', async () => {
    const { sim, shop, checkout } = await open();
    const outcomes = [{ leg1: 'failed', after_ms: 0 } as const, { leg1: 'paid', after_ms: 0 } as const];
    await sim.script([{ match: { identifier: 'A-*' }, outcomes }]);
    const [declined, paid] = [await checkout('A-5'), await checkout('A-6')];
    await sim.session.waitFor(declined, 'failed');
    await sim.webhooks.waitFor('payment_session.accredited', { session: paid });
    expect([shop.orders.get('A-5'), shop.orders.get('A-6')]).toEqual(['waiting', 'booked']);
  });

  it('accepts a valid webhook', async () => {
    const { sim, shop } = await open();
    expect(await sim.findMistake(`${shop.url}/webhooks/A-7`)).toBeNull();
  });

  it('refuses a forged webhook', async () => {
    const { sim, shop, checkout } = await open();
    const session = await checkout('A-3');
    const { rawBody, headers } = await sim.webhooks.waitFor('payment_session.created', { session });
    const forged = rawBody.replace('payment_session.created', 'payment_session.paid');
    const answer = await fetch(`${shop.url}/webhooks/A-3`, { method: 'POST', headers, body: forged });
    expect(answer.status).toBe(401);
    expect(shop.orders.get('A-3')).toBe('waiting');
  });
});
