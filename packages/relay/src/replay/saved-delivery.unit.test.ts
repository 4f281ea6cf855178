import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reSign } from './replay-command.ts';
import { deliveryFileName, encodeDelivery, parseDelivery, type SavedDelivery } from './saved-delivery.ts';

const delivery: SavedDelivery = {
  method: 'POST',
  url: 'http://127.0.0.1:3000/hook?x=ñ',
  headers: { 'content-type': 'application/json', 'Svc-Signature': 'abc', empty: '', time: '10:00: now' },
  body: Buffer.from('{"ñ":1}\r\n\r\nmore'),
};

describe('a saved delivery', () => {
  it('is readable as an HTTP message', () => {
    expect(encodeDelivery(delivery).toString()).toBe(
      'POST http://127.0.0.1:3000/hook?x=ñ HTTP/1.1\r\ncontent-type: application/json\r\nSvc-Signature: abc\r\nempty: \r\ntime: 10:00: now\r\ncontent-length: 16\r\n\r\n{"ñ":1}\r\n\r\nmore',
    );
  });

  it('is restored exactly, whatever its bytes', () => {
    expect(parseDelivery(inEnglish, encodeDelivery(delivery))).toEqual({ ok: true, value: delivery });
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const body = Buffer.from(bytes);
        const read = parseDelivery(inEnglish, encodeDelivery({ ...delivery, body }));
        expect(read.ok && read.value.body.equals(body)).toBe(true);
      }),
    );
  });

  it('is restored after an editor has changed its line ends to line feeds', () => {
    const text = 'POST http://x/ HTTP/1.1\na: b\n\n{"c":1}\n';
    const read = parseDelivery(inEnglish, Buffer.from(text));
    expect(read.ok && [read.value.headers, read.value.body.toString()]).toEqual([{ a: 'b' }, '{"c":1}\n']);
  });

  it('needs a body of the announced length, followed only by line ends', () => {
    const file = encodeDelivery(delivery);
    for (const end of ['\n', '\r\n\r\n'])
      expect(parseDelivery(inEnglish, Buffer.concat([file, Buffer.from(end)]))).toEqual({
        ok: true,
        value: delivery,
      });
    const mark = Buffer.from('\uFEFF');
    expect(parseDelivery(inEnglish, Buffer.concat([mark, file]))).toEqual({ ok: true, value: delivery });
    for (const bytes of [file.subarray(0, -1), Buffer.concat([file, Buffer.from(' ')])])
      expect(parseDelivery(inEnglish, bytes)).toMatchObject({
        refusal: expect.stringContaining('content-length is 16'),
      });
    const wide = Buffer.from(`\uFEFF${file}`, 'utf16le');
    expect(parseDelivery(inEnglish, wide)).toMatchObject({ refusal: 'it is UTF-16; save it as UTF-8' });
  });

  it.each([
    '',
    '{"event":"x"}',
    'POST http://x/ HTTP/1.1\r\n',
    'http://x/\r\n\r\n',
    'POST x HTTP/1.1\r\n: b\r\n\r\n',
  ])('is refused if its text is %j', (text) => {
    expect(parseDelivery(inEnglish, Buffer.from(text)).ok).toBe(false);
  });
});

describe('the name of a saved file', () => {
  const name = (at: number, number: number, more = {}) =>
    deliveryFileName({
      at,
      number,
      event: 'payment_session.paid',
      deliveryId: '7d444840-9dc0',
      attempt: 1,
      ...more,
    });

  it('sorts in the order of arrival', () => {
    const at = Date.UTC(2026, 10, 20, 21, 27, 9, 5);
    expect(name(at, 12, { attempt: 2 })).toBe('20261120T212709.005Z-000012-paid-7d444840-2.http');
    const names = [name(at, 9), name(at, 10), name(at + 1, 1), name(at + 3_600_000, 1)];
    expect([...names].sort()).toEqual(names);
  });

  it('stays within the directory', () => {
    const hostile = name(0, 1, { event: '../../x', deliveryId: '/etc/passwd' });
    expect(hostile).toBe('19700101T000000.000Z-000001-______x-_etc_pas-1.http');
    expect(name(0, 1, { event: null })).toContain('-webhook-');
  });
});

describe('signing a saved delivery again', () => {
  const now = Date.UTC(2026, 10, 20, 21, 27, 0, 999);
  const timestamp = '2026-11-20T21:27:00Z';

  it('signs the current timestamp and the raw body', () => {
    const original = {
      ...delivery,
      headers: { 'Svc-Signature': 'old', 'idempotency-key': 'k' },
      body: Buffer.from('{"a":1}'),
    };
    expect(reSign(original, 'whsec_test', now)).toEqual({
      // printf '%s' '2026-11-20T21:27:00Z.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
      'Svc-Signature': '779b89b2fa6032d26edaef65457c9036a5bfc58bcc2a26ed03a9f1d72a774d76',
      'idempotency-key': 'k',
      'svc-timestamp': timestamp,
    });
  });

  // printf '%s' '{"a":1}' | openssl dgst -sha256 -hmac whsec_test
  const overBody = '51426af50a41dd7ff2cd3f116594734766d4018d15d6fb07169aee5d2959adf5';

  it('keeps the prefix sha256=, even with another secret', () => {
    const headers = { 'svc-signature': `sha256=${'0'.repeat(64)}`, 'svc-timestamp': 'old' };
    const original = { ...delivery, headers, body: Buffer.from('{"a":1}') };
    expect(reSign(original, 'whsec_test', now)['svc-signature']).toBe(`sha256=${overBody}`);
  });

  it('omits the signature of the previous secret', () => {
    const headers = { 'svc-signature': 'old', 'Svc-Signature-Previous': 'older', 'svc-timestamp': 'old' };
    const original = { ...delivery, headers, body: Buffer.from('{"a":1}') };
    expect(Object.keys(reSign(original, 'whsec_test', now))).toEqual(['svc-signature', 'svc-timestamp']);
  });

  it('signs only the body if the account does so', () => {
    const headers = { 'svc-signature': overBody, 'svc-timestamp': 'old' };
    const original = { ...delivery, headers, body: Buffer.from('{"a":1}') };
    expect(reSign(original, 'whsec_test', now)).toEqual({ ...headers, 'svc-timestamp': timestamp });
  });
});
