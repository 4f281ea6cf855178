import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSimulator } from 'svc-simulator/testing';
import { startShop } from '../shop/shop.mjs';

describe('checkout', { concurrency: true }, () => {
  let sim;
  before(async () => {
    sim = await startSimulator();
  });
  after(() => sim.close());

  /** Starts a shop with its own account, so that these tests can run in parallel. */
  async function open(t) {
    const account = await sim.account();
    const shop = await startShop(account.env);
    t.after(() => shop.close());
    const checkout = async (order) => {
      const answer = await fetch(`${shop.url}/orders/${order}`, { method: 'POST' });
      return (await answer.json()).session;
    };
    return { account, shop, checkout };
  }

  it('ships a paid order, and books it when the money arrives', async (t) => {
    const { account, shop, checkout } = await open(t);
    const session = await checkout('A-1');
    await account.session.pay(session);
    await account.webhooks.waitFor('payment_session.accredited', { session });
    assert.equal(shop.orders.get('A-1'), 'booked');
  });

  it("ships an order without its accreditation, and doesn't book it", async (t) => {
    const { account, shop, checkout } = await open(t);
    const session = await checkout('A-1');
    await account.session.pay(session, { accreditation: 'accreditation_to_recipient_failed' });
    await account.webhooks.waitFor('payment_session.accreditation_to_recipient_failed', { session });
    assert.equal(shop.orders.get('A-1'), 'shipped');
  });

  it('keeps an expired order', async (t) => {
    const { account, shop, checkout } = await open(t);
    const session = await checkout('A-1');
    await account.session.expire(session);
    await assert.rejects(
      account.webhooks.waitFor('payment_session.paid', { session }),
      /the session is expired/,
    );
    assert.equal(shop.orders.get('A-1'), 'waiting');
  });

  it('keeps an order whose session expires after ten minutes', async (t) => {
    const { account, shop, checkout } = await open(t);
    const session = await checkout('A-1');
    await account.clock.advance('10 minutes');
    assert.equal((await account.session.status(session)).status, 'expired');
    assert.equal(shop.orders.get('A-1'), 'waiting');
  });
});
