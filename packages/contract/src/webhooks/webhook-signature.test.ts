import { describe, expect, it } from 'vitest';
import { signatureVariantOf, signWebhook, webhookSignatures } from './webhook-signature.ts';

// The literal signatures were computed with `openssl dgst -sha256 -hmac <secret>`, not with the code under test.
const secret = 'whsec_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa';
const timestamp = '2026-11-20T21:27:00.000Z';
const body =
  '{"event":"payment_session.paid","session_payment":{"id":"7d444840-9dc0-41d1-b245-5ffdce74fad2","amount_reference":25.5}}';
const golden = '00cab0f4930555f3c8f704ba315ab195d883f31195b92be17d9145d008db423f';

describe('signWebhook', () => {
  it('signs timestamp, dot and body', () => {
    expect(signWebhook({ secret, timestamp, body })).toBe(golden);
  });

  it("signs only the body if the account's setting requires it", () => {
    expect(signWebhook({ secret, timestamp, body, variant: 'body' })).toBe(
      '009618cca9296e773ca8f9e3fd7e235941722648f228ee6483cd5a5cb33aa286',
    );
  });

  it("adds sha256= before the signature if the account's setting requires it", () => {
    expect(signWebhook({ secret, timestamp, body, variant: 'sha256' })).toBe(
      'sha256=009618cca9296e773ca8f9e3fd7e235941722648f228ee6483cd5a5cb33aa286',
    );
  });

  it('returns the same signature for a text as for its UTF-8 bytes', () => {
    const text = '{"descripción":"café ☕"}\n';
    const signature = '210d40e1fbd9c0b9d0480d632b877c1c5744528f033f4a27b793ea73623d9159';
    expect(signWebhook({ secret, timestamp, body: text })).toBe(signature);
    expect(signWebhook({ secret, timestamp, body: new TextEncoder().encode(text) })).toBe(signature);
  });

  it("signs bytes that aren't valid text", () => {
    expect(signWebhook({ secret, timestamp, body: Uint8Array.of(0x00, 0xff, 0xfe, 0x80) })).toBe(
      '045a5cd9057f9944f7b8d3de0aae127a6ebdbd4974477c14fefbb73866985c9b',
    );
  });
});

describe('signatureVariantOf', () => {
  it.each(webhookSignatures)(
    'recognizes the variant %s, and returns undefined for another secret',
    (variant) => {
      const received = { timestamp, body, signature: signWebhook({ secret, timestamp, body, variant }) };
      expect(signatureVariantOf({ ...received, secret })).toBe(variant);
      expect(signatureVariantOf({ ...received, secret: 'whsec_other' })).toBeUndefined();
    },
  );
});
