import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { PaymentQr } from './payment-qr.ts';

const PREFIX = 'http://localhost:4010/pay/';
const qr = new PaymentQr(PREFIX, '00000000-0000-4000-8000-000000000000', '0123456789abcdef-');

/** Reads a one-bit PNG back into modules by the PNG specification, knowing nothing of how it was made. */
function modulesOf(dataUri: string, pixelsAModule: number): boolean[][] {
  const png = Buffer.from(dataUri.replace('data:image/png;base64,', ''), 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  expect([png[24], png[25]]).toEqual([1, 0]);
  const idat = png.subarray(41, 41 + png.readUInt32BE(33));
  const raw = inflateSync(idat);
  const rowBytes = Math.ceil(width / 8);
  expect(raw.length).toBe(height * (1 + rowBytes));
  const rows: number[][] = [];
  for (let y = 0; y < height; y++) {
    const at = y * (1 + rowBytes);
    const above = rows[y - 1];
    rows.push(
      [...raw.subarray(at + 1, at + 1 + rowBytes)].map((byte, i) =>
        raw[at] === 2 ? (byte + (above?.[i] ?? 0)) & 255 : byte,
      ),
    );
  }
  return rows
    .filter((_, y) => y % pixelsAModule === 0)
    .map((row) =>
      Array.from({ length: width / pixelsAModule }, (_, x) => {
        const pixel = x * pixelsAModule;
        return (((row[pixel >> 3] as number) >> (7 - (pixel & 7))) & 1) === 0;
      }),
    );
}

describe('PaymentQr', () => {
  it('is module by module what the library encodes, for any id, while its tables grow and after', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const expected = encode(PREFIX + id, { ecc: 'M', border: 4, maskPattern: 0, boostEcc: false }).data;
        expect(modulesOf(qr.dataUri(id), 4)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('encodes what is not in its tables as a whole', () => {
    const expected = encode(`${PREFIX}Ñandú`, { ecc: 'M', border: 4, maskPattern: 0, boostEcc: false }).data;
    expect(modulesOf(qr.dataUri('Ñandú'), 4)).toEqual(expected);
  });
});
