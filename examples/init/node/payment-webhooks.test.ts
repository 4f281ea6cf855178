import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { startSimulator } from 'svc-simulator/testing';

test('accepts the webhook of a payment and rejects a forged one', async () => {
  const sim = await startSimulator();
  process.env.WEBHOOK_SECRET = sim.webhookSecret;
  const { receiveWebhook } = await import('./payment-webhooks.js');
  const server = createServer(receiveWebhook).listen(0);
  await once(server, 'listening');
  const address = server.address();
  const url = `http://localhost:${typeof address === 'object' && address?.port}/webhooks/payments`;

  try {
    const session = await sim.session.create({ webhook_url: url });
    await sim.session.pay(session);
    const { state, headers, rawBody } = await sim.webhooks.waitFor('payment_session.paid', { session });
    assert.equal(state, 'delivered');
    // The receiver logs what it rejects; the test hides that output.
    console.error = () => {};
    const forged = await fetch(url, { method: 'POST', headers, body: `${rawBody} ` });
    assert.equal(forged.status, 401);
  } finally {
    server.close();
    await sim.close();
  }
});
