import { startSimulator } from '@svc-simulator/testing';
import { expect, it } from 'vitest';
import { verifyWebhook } from './index.ts';
import type { WebhookEvent } from './webhooks-api.ts';

/**
 * Reads the fields that the types promise for each event. Like a program, it doesn't check that they exist.
 */
function fieldsOf(webhook: WebhookEvent): readonly unknown[] {
  switch (webhook.event) {
    case 'payment_session.created':
    case 'payment_session.failed':
    case 'payment_session.expired':
      return [webhook.session_payment.id];
    case 'payment_session.paid':
      return [webhook.session_payment.id, webhook.payment_details.amount_ves];
    default:
      return [
        webhook.session_payment.id,
        webhook.payment_details.amount_ves,
        Object.values(webhook.receiver_credits)[0]?.amount_ves_credited,
        webhook.receiver_credits_summary.total_credits,
      ];
  }
}

it.each(['both', 'flat', 'data'])(
  'returns the declared fields of every event with webhook_body: %s',
  async (form) => {
    await using sim = await startSimulator();
    const call = async (method: string, path: string, token: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(sim.url + path, { method, headers, body: JSON.stringify(body) });
      return JSON.parse(await answer.text()).data;
    };
    const settings = { extra_events: true, webhook_body: form, receiver_credits: 'by_receiver' };
    await call('PUT', '/console/settings', sim.consoleToken, settings);
    const { partner_id } = await call('POST', '/api/v1/ext/partners', sim.token, {
      name: 'Ana Pérez',
      identification: 'V12345678',
      email: 'ana@example.com',
      bank_account_id: '01050000000000000003',
    });
    const { agreement_id } = await call('POST', '/api/v1/ext/agreements/split-receipt', sim.token, {
      title: 'Tienda',
      description: 'Ventas',
      payment_methods: { immediate_debit: true },
      default_bank_account_id: 'principal',
      recipients: [{ recipient_id: partner_id, percent: 12.5 }],
    });

    const shared = await sim.session.create({ agreement_id });
    await sim.session.pay(shared);
    await sim.webhooks.waitFor('payment_session.accredited', { session: shared });
    const session = await sim.session.create();
    await sim.session.pay(session, { accreditation: 'accreditation_to_recipient_failed' });
    await sim.webhooks.waitFor('payment_session.failed_credit', { session });
    await sim.session.fail(await sim.session.create());
    await sim.session.expire(await sim.session.create());

    const webhooks = sim.webhooks.all();
    expect(new Set(webhooks.map(({ event }) => event)).size).toBe(8);
    for (const { headers, rawBody } of webhooks) {
      const webhook = await verifyWebhook({ headers, body: rawBody, secret: sim.webhookSecret });
      expect(fieldsOf(webhook), rawBody).not.toContain(undefined);
      expect(webhook.idempotency_key).toBe(headers['idempotency-key']);
    }
  },
);
