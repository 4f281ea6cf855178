import { signWebhook, type WebhookSignatureVariant } from '@svc-simulator/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookError } from './index.ts';
import type { ReceivedWebhook } from './webhooks-api.ts';

// The literal signatures were computed with `openssl dgst -sha256 -hmac <secret>`, not with our code.
const secret = 'whsec_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa';
const timestamp = '2026-11-20T21:27:00.000Z';
const text =
  '{"event":"payment_session.paid","session_payment":{"id":"7d444840-9dc0-41d1-b245-5ffdce74fad2","amount_reference":25.5}}';
const golden = '00cab0f4930555f3c8f704ba315ab195d883f31195b92be17d9145d008db423f';
const bodySignature = '009618cca9296e773ca8f9e3fd7e235941722648f228ee6483cd5a5cb33aa286';
const now = Date.parse(timestamp);

const headersOf = (signature: string, more: Record<string, string | undefined> = {}) => ({
  'svc-signature': signature,
  'svc-timestamp': timestamp,
  'idempotency-key': 'b9f7c1de',
  ...more,
});
const verify = (more: Partial<ReceivedWebhook> = {}) =>
  verifyWebhook({ headers: headersOf(golden), body: text, secret, now, ...more });
const refusal = (more: Partial<ReceivedWebhook>): Promise<WebhookError> =>
  verify(more).then(
    () => expect.unreachable('the webhook was accepted'),
    (error) => error,
  );
const codeOf = async (more: Partial<ReceivedWebhook>) => (await refusal(more)).code;

describe('verifyWebhook for valid webhooks', () => {
  it('returns the content of the webhook', async () => {
    expect(await verify()).toEqual({
      event: 'payment_session.paid',
      session_payment: { id: '7d444840-9dc0-41d1-b245-5ffdce74fad2', amount_reference: 25.5 },
      idempotency_key: 'b9f7c1de',
    });
  });

  it('accepts a body as a string, a Buffer, a Uint8Array or an ArrayBuffer', async () => {
    const bytes = Buffer.from(`..${text}`).subarray(2);
    const encodedBody = new TextEncoder().encode(text);
    for (const body of [text, bytes, encodedBody, encodedBody.buffer])
      expect(await verify({ body })).toMatchObject({ idempotency_key: 'b9f7c1de' });
  });

  it('accepts headers as Headers, as a Map, and as an object of strings or lists', async () => {
    const plain = headersOf(golden);
    const upper = Object.entries(plain).map(([name, value]) => [name.toUpperCase(), value] as const);
    const lists = Object.fromEntries(upper.map(([name, value]) => [name, [value]]));
    for (const headers of [new Headers(plain), new Map(upper), Object.fromEntries(upper), lists])
      expect(await verify({ headers })).toHaveProperty('event');
  });

  it('accepts a signature with the previous secret during its grace period', async () => {
    const headers = headersOf('a'.repeat(64), { 'svc-signature-previous': golden });
    expect(await verify({ headers })).toHaveProperty('event');
  });

  it('accepts a webhook at the maximum age', async () => {
    expect(await verify({ now: now + 300_000 })).toHaveProperty('event');
    expect(await verify({ now: now + 1000, toleranceS: 1 })).toHaveProperty('event');
  });

  it('puts the fields next to event if the body has them only under data', async () => {
    const body = JSON.stringify({
      event: 'payment_session.paid',
      data: { session_payment: { id: 'x' }, status: 'paid' },
    });
    expect(await verify({ body, headers: headersOf(signWebhook({ secret, timestamp, body })) })).toEqual({
      event: 'payment_session.paid',
      session_payment: { id: 'x' },
      data: { session_payment: { id: 'x' }, status: 'paid' },
      idempotency_key: 'b9f7c1de',
    });
  });
});

describe('verifyWebhook for invalid webhooks', () => {
  it.each([
    ['another secret', { secret: 'whsec_other' }, 'signature_secret'],
    ['quotes around the secret', { secret: `"${secret}"` }, 'signature_secret'],
    ['a line break after the secret', { secret: `${secret}\n` }, 'signature_secret'],
    ['JSON with spaces', { body: JSON.stringify(JSON.parse(text), null, 2) }, 'signature_raw_body'],
    ['a line break after the body', { body: `${text}\n` }, 'signature_raw_body'],
    ['an empty secret', { secret: '' }, 'secret_missing'],
    ['an undefined secret', { secret: undefined }, 'secret_missing'],
    ['an empty body', { body: '' }, 'body_parsed'],
    ['a parsed body', { body: JSON.parse(text) }, 'body_parsed'],
    ['an undefined body', { body: undefined as unknown as string }, 'body_parsed'],
    [
      'a signature in base64',
      { headers: headersOf('AMqw9JMFVfPI9wS6MVqxldiD8xGVuSvhfZFF0AjbQj8=') },
      'signature_form',
    ],
    ['a signature in upper case', { headers: headersOf(golden.toUpperCase()) }, 'signature_form'],
    ['a timestamp older than 5 minutes', { now: now + 300_001 }, 'clock_differs'],
    ['a timestamp more than 5 minutes ahead', { now: now - 300_001 }, 'clock_differs'],
    ['a timestamp older than toleranceS', { now: now + 1001, toleranceS: 1 }, 'clock_differs'],
    [
      'a missing idempotency-key',
      { headers: headersOf(golden, { 'idempotency-key': undefined }) },
      'header_missing',
    ],
    [
      'a missing svc-timestamp',
      { headers: headersOf(golden, { 'svc-timestamp': undefined }) },
      'header_missing',
    ],
  ] as const)('refuses %s', async (_name, more, code) => {
    expect(await codeOf(more)).toBe(code);
  });

  it.each([
    ['body', 'timestamp', bodySignature, false],
    ['sha256', 'timestamp', `sha256=${bodySignature}`, false],
    ['timestamp', 'body', golden, false],
    ['body', 'sha256', bodySignature, true],
  ] as const)(
    'names the mode %s of a signature if the receiver expects the mode %s',
    async (usedMode, mode, signature, isBare) => {
      const error = await refusal({ mode, headers: headersOf(signature) });
      expect(error.code).toBe('signature_mode');
      expect(error.detail).toContain(`signed in mode ${usedMode}`);
      expect(error.detail?.includes('without sha256=')).toBe(isBare);
    },
  );

  it('recognizes bytes that were lost or decoded in another character set', async () => {
    const body = '{"event":"payment_session.paid","session_payment":{"descripción":"café"}}';
    const bytes = Buffer.from(body);
    const headers = headersOf(signWebhook({ secret, timestamp, body }), {
      'content-length': `${bytes.length}`,
    });
    expect((await refusal({ headers, body: bytes.toString('latin1') })).detail).toContain('Latin-1');
    const lossError = await refusal({ headers, body: body.replace(/[^ -~]/g, '?') });
    expect([lossError.code, lossError.detail]).toEqual([
      'signature_raw_body',
      `content-length is ${bytes.length}, but the body has ${body.length} bytes`,
    ]);
  });

  it.each(['base64', 'base64url'] as const)('recognizes a body in %s', async (encoding) => {
    const body = Buffer.from('{"event":"payment_session.paid","session_payment":{"note":"¿qué? >>>"}}');
    const headers = headersOf(signWebhook({ secret, timestamp, body }));
    for (const coded of [body.toString(encoding), `"${body.toString(encoding)}"`]) {
      const error = await refusal({ headers, body: coded });
      expect([error.code, error.status]).toEqual(['signature_raw_body', 401]);
      expect(error.reason).toContain('in base64');
      const inSpanish = await refusal({ headers, body: coded, language: 'es' });
      expect(inSpanish.reason).toContain('está en base64');
    }
  });

  it('names a similar header if the required one is missing', async () => {
    const { 'svc-signature': signature, ...rest } = headersOf(golden);
    const error = await refusal({ headers: { ...rest, 'X-Svc-Signature': signature } });
    expect(error.detail).toBe('the header svc-signature is missing, but the request has x-svc-signature');
  });

  it("refuses a signed timestamp that isn't a time", async () => {
    const headers = headersOf(signWebhook({ secret, timestamp: 'yesterday', body: text }), {
      'svc-timestamp': 'yesterday',
    });
    expect(await refusal({ headers })).toMatchObject({
      code: 'clock_differs',
      detail: "it isn't an ISO 8601 time",
    });
  });

  it.each(['null', '[]', '"x"', '{}', 'no JSON'])(
    "refuses a signed body that isn't a webhook: %s",
    async (body) => {
      const headers = headersOf(signWebhook({ secret, timestamp, body }));
      expect(await refusal({ body, headers })).toMatchObject({ code: 'body_unknown', status: 400 });
    },
  );

  it('throws an error with the status to return, and with the fix in both languages', async () => {
    const { name, status, message, reason, advice, detail } = await refusal({ now: now + 600_000 });
    expect([name, status, detail]).toEqual(['WebhookError', 401, 'it is 600 s old']);
    expect(message).toBe(`clock_differs: ${reason} ${advice} (${detail})`);
    expect((await refusal({ now: now + 600_000, language: 'es' })).message).toMatch(
      /^clock_differs: El receptor .* \(tiene 600 s\)$/,
    );
    expect((await refusal({ secret: undefined })).status).toBe(500);
    expect((await refusal({ body: '' })).status).toBe(500);
  });
});

it('refuses any changed byte in the body, the secret or the signature in every mode', async () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
  const modes = fc.constantFrom<WebhookSignatureVariant>('timestamp', 'body', 'sha256');
  await fc.assert(
    fc.asyncProperty(
      bytes,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      modes,
      async (body, at, mask, mode) => {
        const signature = signWebhook({ secret, timestamp, body, variant: mode });
        const received = { headers: headersOf(signature), body, mode };
        // These bytes aren't a webhook, but their signature is valid.
        expect(await codeOf(received)).toBe('body_unknown');
        const flipped = Uint8Array.from(body);
        flipped[at % body.length] = (flipped[at % body.length] ?? 0) ^ mask;
        expect(await codeOf({ ...received, body: flipped })).toMatch(/^signature_/);
        expect(await codeOf({ ...received, secret: `${secret}x` })).toBe('signature_secret');
        const place = signature.length - 1 - (at % 64);
        const digit = (Number.parseInt(signature[place] ?? '0', 16) ^ ((mask % 15) + 1)).toString(16);
        const forged = signature.slice(0, place) + digit + signature.slice(place + 1);
        expect(await codeOf({ ...received, headers: headersOf(forged) })).toBe('signature_secret');
      },
    ),
    { numRuns: 50 },
  );
});
