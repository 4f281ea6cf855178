import fc from 'fast-check';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import * as published from './index.ts';
import { CODES_BEFORE_TABLES } from './prefix-qr.ts';

const TEMPLATE = '00000000-0000-4000-8000-000000000000';

/** Reads a QR code with two independent libraries, one for PNGs and one for QR codes. */
function readByOthers(dataUri: string): string | undefined {
  const png = PNG.sync.read(Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64'));
  return jsQR(new Uint8ClampedArray(png.data), png.width, png.height)?.data;
}

it.each(['http://localhost:4010/pay/', `https://example.com/${'long/'.repeat(20)}pay/`])(
  'creates codes that independent decoders read, including the first code: %s',
  (prefix) => {
    const qr = published.qrPngs({ prefix, template: TEMPLATE, alphabet: '0123456789abcdef-' });
    const expectReadable = (numRuns: number) =>
      fc.assert(
        fc.property(fc.uuid(), (id) => {
          expect(readByOthers(qr(id))).toBe(prefix + id);
        }),
        { numRuns },
      );
    expectReadable(10);
    // After this loop, the tables are filled during the next 36 codes.
    for (let code = 10; code < CODES_BEFORE_TABLES; code++) qr(TEMPLATE);
    expectReadable(40);
    expect(readByOthers(qr('something/else'))).toBe(`${prefix}something/else`);
  },
);
