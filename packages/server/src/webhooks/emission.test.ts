import { createHmac } from 'node:crypto';
import type { WebhookSignatureVariant } from '@svc-simulator/contract';
import { SeededRandom } from '@svc-simulator/test-support/seeded-random.ts';
import { OWN_URL, TestWebhooks, testAccount, WEBHOOK_SECRET } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { emit } from './emission.ts';

const now = Date.UTC(2026, 10, 20, 21, 27, 0, 999);
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function emitted(url: string | undefined, variant: WebhookSignatureVariant = 'timestamp') {
  const session = (await TestWebhooks.open()).session(url);
  const account = testAccount(session.accountId);
  return emit({
    event: 'payment_session.paid',
    session,
    account: { ...account, settings: { ...account.settings, webhook_signature: variant } },
    now,
    random: new SeededRandom(3),
    nextEventId: 42,
    settings: { publicUrl: OWN_URL, ownUrls: ['http://127.0.0.1:4010'] },
  });
}

describe('emit', () => {
  it('fixes body, signature and headers in the trace event, and refers to it from the delivery', async () => {
    const { puts, events, deliveryId } = await emitted('https://shop.example/hook');
    const [{ type, at, sessionId, data }] = events;
    expect({ type, at, sessionId }).toEqual({
      type: 'webhook.emitted',
      at: now,
      sessionId: '00000000-0000-4000-8000-000000000001',
    });
    const body = data.raw_body as string;
    expect(JSON.parse(body).event).toBe('payment_session.paid');
    const timestamp = '2026-11-20T21:27:00Z';
    expect(data).toEqual({
      delivery_id: deliveryId,
      event: 'payment_session.paid',
      url: 'https://shop.example/hook',
      route: 'direct',
      idempotency_key: expect.stringMatching(uuid4),
      headers: {
        'content-type': 'application/json',
        'svc-signature': createHmac('sha256', WEBHOOK_SECRET).update(`${timestamp}.${body}`).digest('hex'),
        'svc-timestamp': timestamp,
        'idempotency-key': data.idempotency_key,
        'user-agent': 'svc-sim',
      },
      raw_body: body,
    });
    expect(puts).toEqual([
      {
        kind: 'delivery',
        id: deliveryId,
        value: {
          id: deliveryId,
          accountId: 'acc_0000000000000001',
          sessionId,
          event: 'payment_session.paid',
          url: 'https://shop.example/hook',
          route: 'direct',
          idempotencyKey: data.idempotency_key,
          emittedEventId: 42,
          state: 'open',
          attempts: 0,
          nextAttemptAt: now,
          createdAt: now,
          updatedAt: now,
        },
      },
    ]);
  });
});
