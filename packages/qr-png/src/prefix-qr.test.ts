import fc from 'fast-check';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { pixelsOf, pixelsOfModules } from '../test/strict-reader.ts';
import { CODES_BEFORE_TABLES, PrefixQr } from './prefix-qr.ts';

const TEMPLATE = '00000000-0000-4000-8000-000000000000';
const ALPHABET = '0123456789abcdef-';

/** Expects that the picture shows the same modules as the library's code. */
function expectCodeOf(text: string, dataUri: string): void {
  const { data } = encode(text, { ecc: 'M', border: 0, maskPattern: 0, boostEcc: false });
  expect(pixelsOf(dataUri)).toEqual(pixelsOfModules(data));
}

describe('PrefixQr', () => {
  it.each([
    ['a usual', 'http://localhost:4010/pay/'],
    ['a longer', 'https://payments.staging.example.com/pay/'],
    ['a very long', `https://example.com/${'long/'.repeat(60)}pay/`],
  ])(
    'equals the code of the library for any id, while its tables grow and afterwards: %s prefix',
    (_, prefix) => {
      const qr = new PrefixQr(prefix, TEMPLATE, ALPHABET);
      expectCodeOf(prefix + TEMPLATE, qr.dataUri(TEMPLATE));
      for (let code = 1; code < CODES_BEFORE_TABLES; code++) qr.dataUri(TEMPLATE);
      fc.assert(
        fc.property(fc.uuid(), (id) => expectCodeOf(prefix + id, qr.dataUri(id))),
        { numRuns: 60 },
      );
    },
  );

  it("encodes a suffix that its tables don't contain, and the suffixes after it", () => {
    const prefix = 'http://localhost:4010/pay/';
    const qr = new PrefixQr(prefix, TEMPLATE, ALPHABET);
    for (let code = 0; code < CODES_BEFORE_TABLES + TEMPLATE.length; code++) qr.dataUri(TEMPLATE);
    const others = ['Ñandú', '', `${TEMPLATE}?a=b`, TEMPLATE.replaceAll('0', 'F')];
    for (const suffix of [...others, TEMPLATE.replaceAll('0', 'f'), TEMPLATE]) {
      expectCodeOf(prefix + suffix, qr.dataUri(suffix));
    }
  });
});
