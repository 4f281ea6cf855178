import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimulator } from 'svc-simulator/testing';

test('accepts the webhook of a payment and rejects a forged one', async () => {
  const sim = await startSimulator();
  process.env.WEBHOOK_SECRET = sim.webhookSecret;
  const { POST } = await import('./payment-webhooks.js');

  try {
    const session = await sim.session.create();
    await sim.session.pay(session);
    const { headers, rawBody } = await sim.webhooks.waitFor('payment_session.paid', { session });
    const send = (body: string) => POST(new Request('http://localhost/', { method: 'POST', headers, body }));
    assert.equal((await send(rawBody)).status, 200);
    // The receiver logs what it rejects; the test hides that output.
    console.error = () => {};
    assert.equal((await send(`${rawBody} `)).status, 401);
  } finally {
    await sim.close();
  }
});
