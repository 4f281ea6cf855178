import { createHash, createHmac } from 'node:crypto';
import { signWebhook, type WebhookSignatureVariant } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { signatureMistakes, signedTextOf } from './signature-mistakes.ts';

const webhook = {
  secret: 'whsec_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa',
  timestamp: '2026-11-20T21:27:00Z',
  body: '{"event":"payment_session.paid","session_payment":{"id":"7d44","description":"café & té","url":"https://shop.invalid/ok"}}',
  variant: 'timestamp',
} as const;
const { secret, timestamp, body } = webhook;
const mac = (message: string | Buffer, key: string | Buffer = secret, algorithm = 'sha256') =>
  createHmac(algorithm, key).update(message).digest('hex');
const message = `${timestamp}.${body}`;
const codesOf = (value: string, more: Parameters<typeof signatureMistakes>[2] = {}, signed?: string) =>
  signatureMistakes(webhook, { value, signed }, more).mistakes?.map(({ code }) => code);
const ascii = (text: string) => text.replaceAll('é', '\\u00e9');
const spaced = (text: string) => text.replaceAll('":', '": ').replaceAll(',"', ', "');

describe('a value that a program computed', () => {
  it('is right', () => {
    for (const variant of ['timestamp', 'body', 'sha256'] as const) {
      const value = signWebhook({ ...webhook, variant });
      expect(signatureMistakes({ ...webhook, variant }, { value: ` ${value}\n` }).mistakes).toEqual([]);
    }
  });

  it.each([
    ['body_alone', mac(body)],
    ['separator', mac(timestamp + body)],
    ['separator', mac(`${timestamp}:${body}`)],
    ['body_first', mac(`${body}.${timestamp}`)],
    ['rewritten_json', mac(`${timestamp}.${ascii(spaced(body))}`)],
    ['rewritten_json', mac(`${timestamp}.${spaced(body)}`)],
    ['rewritten_json', mac(`${timestamp}.${ascii(body).replaceAll('/', '\\/')}`)],
    ['rewritten_json', mac(`${timestamp}.${JSON.stringify(JSON.parse(body), null, 2)}`)],
    ['trailing_newline', mac(`${message}\n`)],
    ['byte_order_mark', mac(`${timestamp}.\ufeff${body}`)],
    ['body_was_gone', mac(`${timestamp}.`)],
    ['body_was_gone', mac(`${timestamp}.[object Object]`)],
    ['body_twice_json', mac(`${timestamp}.${JSON.stringify(body)}`)],
    ['body_base64', mac(`${timestamp}.${Buffer.from(body).toString('base64')}`)],
    ['body_encoding', mac(Buffer.from(message, 'latin1'))],
    ['part_of_body', mac(`${timestamp}.${JSON.stringify(JSON.parse(body).session_payment)}`)],
    ['timestamp_form', mac(`${Date.parse(timestamp) / 1000}.${body}`)],
    ['timestamp_form', mac(`2026-11-20T21:27:00.000Z.${body}`)],
    ['timestamp_missing', mac(`undefined.${body}`)],
    ['secret_cut', mac(message, secret.slice(6))],
    ['secret_decoded', mac(message, Buffer.from(secret.slice(6), 'base64'))],
    ['secret_quoted', mac(message, `"${secret}"`)],
    ['secret_space', mac(message, `${secret}\n`)],
    ['secret_missing', mac(message, '')],
    ['other_hash', mac(message, secret, 'sha512')],
    [
      'no_hmac',
      createHash('sha256')
        .update(secret + message)
        .digest('hex'),
    ],
    ['swapped', mac(secret, message)],
    ['prefix_added', `sha256=${mac(message)}`],
    ['upper_case', mac(message).toUpperCase()],
    ['base64', Buffer.from(mac(message), 'hex').toString('base64')],
    ['cut_short', mac(message).slice(0, 32)],
  ])('has the mistake %s', (code, value) => {
    expect(codesOf(value)).toEqual([code]);
  });

  it.each([
    [['body_alone', 'base64'], Buffer.from(mac(body), 'hex').toString('base64')],
    [['secret_cut', 'upper_case'], mac(message, secret.slice(6)).toUpperCase()],
    [['body_alone', 'rewritten_json'], mac(spaced(body))],
    [['body_alone', 'prefix_added'], `sha256=${mac(body)}`],
  ])('has two mistakes at once: %j', (codes, value) => {
    expect(codesOf(value)).toEqual(codes);
  });

  it('is of another secret that the account has, and says which', () => {
    const otherSecrets = { 'API token': 'sim_api_x' };
    expect(
      signatureMistakes(webhook, { value: mac(message, 'sim_api_x') }, { otherSecrets }).mistakes,
    ).toMatchObject([{ code: 'other_secret', detail: 'API token' }]);
  });

  it('is of another webhook, and says which', () => {
    const paid = { ...webhook, body: '{}' };
    const otherWebhooks = { 'payment_session.created': paid };
    expect(codesOf(signWebhook(paid), { otherWebhooks })).toEqual(['another_webhook']);
  });

  it.each([
    ['body', 'timestamp_added', mac(message)],
    ['sha256', 'prefix_missing', mac(body)],
  ] as [WebhookSignatureVariant, string, string][])(
    'where %s is signed, has the mistake %s',
    (variant, code, value) => {
      expect(signatureMistakes({ ...webhook, variant }, { value }).mistakes).toMatchObject([{ code }]);
    },
  );

  it('is of no mistake that we know', () => {
    expect(codesOf(mac(message, 'whsec_of_somebody_else'))).toBeUndefined();
    expect(codesOf('')).toBeUndefined();
  });
});

describe('the text that a program signed', () => {
  it('leaves only the secret, when it is right', () => {
    expect(codesOf(mac(message, 'whsec_of_somebody_else'), {}, message)).toEqual(['unknown_secret']);
  });

  it('is what differs, and where', () => {
    const signed = message.replace('café', 'cafe');
    expect(signatureMistakes(webhook, { value: mac(signed), signed })).toMatchObject({
      mistakes: [{ code: 'text_differs' }],
      differsAt: message.indexOf('é'),
    });
  });
});

it('takes milliseconds, and bodies of any kind and length', () => {
  expect(signedTextOf({ ...webhook, variant: 'body' })).toBe(body);
  for (const odd of ['', 'no JSON', '[1,null]', 'null', 'x'.repeat(100_000)])
    expect(signatureMistakes({ ...webhook, body: odd }, { value: 'x' }).mistakes).toBeUndefined();
});
