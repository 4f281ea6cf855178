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

  /** A shop with an account of its own, so that these tests can run at once. */
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

  it('ships what is paid, and books it when the money has come', async (t) => {
    const { account, shop, checkout } = await open(t);
    const session = await checkout('A-1');
    await account.session.pay(session);
    await account.webhooks.waitFor('payment_session.accredited', { session });
    assert.equal(shop.orders.get('A-1'), 'booked');
  });

  it('ships although the money is late, and does not book it', async (t) => {
    const { account, shop, checkout } = await open(t);
    const session = await checkout('A-1');
    await account.session.pay(session, { accreditation: 'accreditation_to_recipient_failed' });
    await account.webhooks.waitFor('payment_session.accreditation_to_recipient_failed', { session });
    assert.equal(shop.orders.get('A-1'), 'shipped');
  });

  it('keeps what expires', async (t) => {
    const { account, shop, checkout } = await open(t);
    const session = await checkout('A-1');
    await account.session.expire(session);
    await assert.rejects(
      account.webhooks.waitFor('payment_session.paid', { session }),
      /the session is expired/,
    );
    assert.equal(shop.orders.get('A-1'), 'waiting');
  });

  it('keeps what nobody pays, once its ten minutes are over', async (t) => {
    const { account, shop, checkout } = await open(t);
    const session = await checkout('A-1');
    await account.clock.advance('10 minutes');
    assert.equal((await account.session.status(session)).status, 'expired');
    assert.equal(shop.orders.get('A-1'), 'waiting');
  });
});
