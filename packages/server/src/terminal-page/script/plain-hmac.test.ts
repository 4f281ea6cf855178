import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainHmacFor } from '../plain-hmac.ts';
import { sign } from './plain-hmac.ts';

describe('the signature in plain JavaScript', () => {
  it('is the one of WebCrypto, whatever is signed', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(text, text, (secret, signed) => {
        expect(sign(secret, signed)).toBe(createHmac('sha256', secret).update(signed).digest('hex'));
      }),
    );
  });

  it.each([
    ['localhost:4010', 'http://localhost:4010'],
    ['sim.localhost', 'http://127.0.0.1:4010'],
    ['127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['[::1]:4010', 'http://127.0.0.1:4010'],
    ['sim.example', 'https://sim.example'],
  ])('is not sent to pages at %s of %s, which sign by themselves', async (host, publicUrl) => {
    expect(await plainHmacFor(host, publicUrl)).toBe('');
  });
});
