import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureVariantOf, signWebhook, verifyWebhook, webhookSignatures } from './webhook-signature.ts';

// The literal signatures were computed with `openssl dgst -sha256 -hmac <secret>`, not with the code under test.
const secret = 'whsec_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa';
const timestamp = '2026-11-20T21:27:00.000Z';
const body =
  '{"event":"payment_session.paid","session_payment":{"id":"7d444840-9dc0-41d1-b245-5ffdce74fad2","amount_reference":25.5}}';
const golden = '00cab0f4930555f3c8f704ba315ab195d883f31195b92be17d9145d008db423f';
const sentAt = Date.parse(timestamp);

describe('signWebhook', () => {
  it('signs timestamp, dot and body', () => {
    expect(signWebhook({ secret, timestamp, body })).toBe(golden);
  });

  it('signs the body alone when the account chose so', () => {
    expect(signWebhook({ secret, timestamp, body, variant: 'body' })).toBe(
      '009618cca9296e773ca8f9e3fd7e235941722648f228ee6483cd5a5cb33aa286',
    );
  });

  it('writes sha256= before the signature of the body when the account chose so', () => {
    expect(signWebhook({ secret, timestamp, body, variant: 'sha256' })).toBe(
      'sha256=009618cca9296e773ca8f9e3fd7e235941722648f228ee6483cd5a5cb33aa286',
    );
  });

  it('takes a text as UTF-8, and the same bytes as the same body', () => {
    const text = '{"descripción":"café ☕"}\n';
    const signature = '210d40e1fbd9c0b9d0480d632b877c1c5744528f033f4a27b793ea73623d9159';
    expect(signWebhook({ secret, timestamp, body: text })).toBe(signature);
    expect(signWebhook({ secret, timestamp, body: new TextEncoder().encode(text) })).toBe(signature);
  });

  it('signs bytes that are no text', () => {
    expect(signWebhook({ secret, timestamp, body: Uint8Array.of(0x00, 0xff, 0xfe, 0x80) })).toBe(
      '045a5cd9057f9944f7b8d3de0aae127a6ebdbd4974477c14fefbb73866985c9b',
    );
  });
});

describe('verifyWebhook', () => {
  it('takes what was signed, of any age when no time is given', () => {
    expect(verifyWebhook({ secret, timestamp, body, signature: golden })).toBe(true);
  });

  it('does not take one variant for the other', () => {
    expect(verifyWebhook({ secret, timestamp, body, signature: golden, variant: 'body' })).toBe(false);
  });

  it.each([
    ['5 minutes late', sentAt + 300_000, undefined, true],
    ['later', sentAt + 300_001, undefined, false],
    ['5 minutes early', sentAt - 300_000, undefined, true],
    ['earlier', sentAt - 300_001, undefined, false],
    ['within its own tolerance', sentAt + 999, 1000, true],
    ['beyond its own tolerance', sentAt + 1001, 1000, false],
  ])('looks at the age: %s', (_name, now, toleranceMs, verified) => {
    const tolerance = toleranceMs === undefined ? {} : { toleranceMs };
    expect(verifyWebhook({ secret, timestamp, body, signature: golden, now, ...tolerance })).toBe(verified);
  });

  it('refuses a timestamp that is no time when the age matters, though it is signed', () => {
    const signature = signWebhook({ secret, timestamp: 'yesterday', body });
    expect(verifyWebhook({ secret, timestamp: 'yesterday', body, signature, now: sentAt })).toBe(false);
  });

  it.each(['', 'x', golden.toUpperCase(), `${golden}0`, golden.slice(1), '☕'.repeat(32)])(
    'refuses the signature %j without throwing',
    (signature) => {
      expect(verifyWebhook({ secret, timestamp, body, signature })).toBe(false);
    },
  );

  it('refuses any change of a byte, in the body, the timestamp, the secret or the signature', () => {
    const change = fc.record({
      bytes: fc.uint8Array({ minLength: 1, maxLength: 200 }),
      at: fc.nat(),
      mask: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(change, fc.stringMatching(/^[ -~]{1,40}$/), ({ bytes, at, mask }, stamp) => {
        const signature = signWebhook({ secret, timestamp: stamp, body: bytes });
        expect(verifyWebhook({ secret, timestamp: stamp, body: bytes, signature })).toBe(true);
        const flipped = Uint8Array.from(bytes);
        flipped[at % bytes.length] = (flipped[at % bytes.length] ?? 0) ^ mask;
        expect(verifyWebhook({ secret, timestamp: stamp, body: flipped, signature })).toBe(false);
        expect(verifyWebhook({ secret, timestamp: `${stamp} `, body: bytes, signature })).toBe(false);
        expect(verifyWebhook({ secret: `${secret}x`, timestamp: stamp, body: bytes, signature })).toBe(false);
        const place = at % signature.length;
        const digit = (Number.parseInt(signature[place] ?? '0', 16) ^ ((mask % 15) + 1)).toString(16);
        const forged = signature.slice(0, place) + digit + signature.slice(place + 1);
        expect(verifyWebhook({ secret, timestamp: stamp, body: bytes, signature: forged })).toBe(false);
      }),
    );
  });
});

describe('signatureVariantOf', () => {
  it.each(webhookSignatures)('tells what was signed by %s, and that another secret did', (variant) => {
    const received = { timestamp, body, signature: signWebhook({ secret, timestamp, body, variant }) };
    expect(signatureVariantOf({ ...received, secret })).toBe(variant);
    expect(signatureVariantOf({ ...received, secret: 'whsec_other' })).toBeUndefined();
  });
});
