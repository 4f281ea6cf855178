import { randomUUID } from 'node:crypto';
import { webhookSignatures } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { accented, ofAnotherSession, splitAmongMany, variantOf, WebhookFactory } from './webhook-factory.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const source = { now: () => NOW, newId: () => randomUUID() };
const credit = { receiver_id: 'owner', status: 'credited', amount_ves: 10, bank_name: 'Banco de Venezuela' };
const fields = { session_payment: { id: 's-1' }, receiver_credits: [credit] };
const rawBody = JSON.stringify({ event: 'payment_session.accredited', ...fields, data: fields });
const emission = { sessionId: 's-1', headers: {}, rawBody };

describe('a forged webhook', () => {
  it('is signed like a genuine one, under a key of its own', () => {
    const factory = new WebhookFactory('whsec_golden', 'timestamp', source);
    const one = factory.sign({ body: '{"event":"ñ"}' });
    expect(one.headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'svc-sim',
      'svc-timestamp': '2026-01-01T12:00:00Z',
      // openssl dgst -sha256 -hmac whsec_golden, of 2026-01-01T12:00:00Z.{"event":"ñ"}
      'svc-signature': '360ae2639dc283a1369814cb8d90d547eb6676138ba2db09b29f85b047c115f4',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
    });
    const other = factory.sign({ body: '{"event":"ñ"}' });
    expect(other.headers['idempotency-key']).not.toBe(one.headers['idempotency-key']);
    const bare = new WebhookFactory('whsec_golden', 'body', source).sign({ body: '{"event":"ñ"}' });
    expect(bare.headers['svc-signature']).toBe(
      '20ed68d5c7de0369c0e5c790df6769056c536d8b0d88e5c6a14c793a1e0a3d2d',
    );
    expect(factory.signedAs(one, undefined).headers).not.toHaveProperty('svc-signature');
  });

  it('follows the recipe that the account signs with, and knows a wrong secret', () => {
    for (const variant of webhookSignatures) {
      const { headers } = new WebhookFactory('whsec_a', variant, source).sign({ body: rawBody });
      expect(variantOf({ ...emission, headers }, 'whsec_a')).toBe(variant);
      expect(variantOf({ ...emission, headers }, 'whsec_b')).toBeUndefined();
    }
  });
});

describe('a body made from a genuine one', () => {
  it('is of another session, in both places', () => {
    expect(JSON.parse(ofAnotherSession(emission, 's-2'))).toMatchObject({
      session_payment: { id: 's-2' },
      data: { session_payment: { id: 's-2' } },
    });
  });

  it('has an accented letter and no unknown field', () => {
    expect(JSON.parse(accented(emission)).receiver_credits).toEqual([
      { ...credit, bank_name: 'Venezolano de Crédito' },
    ]);
  });

  it('has as many credits as a split can make, in both places', () => {
    const body = splitAmongMany(emission, source.newId);
    const { receiver_credits: credits, data } = JSON.parse(body);
    expect([credits.length, data.receiver_credits.length]).toEqual([21, 21]);
    expect(body.length).toBeGreaterThan(24_000);
    expect(JSON.parse(splitAmongMany({ ...emission, rawBody: '{"event":"e"}' }, source.newId))).toEqual({
      event: 'e',
    });
  });
});
