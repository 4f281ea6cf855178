import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { startSimulator } from 'svc-simulator/testing';

test('accepts the webhook of a payment and rejects a forged one', async () => {
  const sim = await startSimulator();
  process.env.WEBHOOK_SECRET = sim.webhookSecret;
  const { PaymentWebhooks } = await import('./payment-webhooks.js');
  @Module({ controllers: [PaymentWebhooks] })
  class Receiver {}
  const app = await NestFactory.create(Receiver, { rawBody: true, logger: false });
  await app.listen(0);
  const url = `${await app.getUrl()}/webhooks/payments`;

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
    await app.close();
    await sim.close();
  }
});
