import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { qrPngs } from '@svc-simulator/qr-png';
import { encode } from 'uqr';
import { atMost, type Figure } from './figures.ts';
import { interleave } from './rounds.ts';

const PREFIX = 'http://localhost:4010/pay/';
const TEMPLATE = '00000000-0000-4000-8000-000000000000';
const CODES = 200;
const SCALE = 4;
const QUIET = 4;

/** The QR code of a payment page, against `uqr` and `node:zlib`: the same pixels, made the usual way. */
export async function measure(): Promise<Figure[]> {
  const ids = Array.from({ length: CODES }, () => randomUUID());
  const ours = qrPngs({ prefix: PREFIX, template: TEMPLATE, alphabet: '0123456789abcdef-' });
  const of = (make: (id: string) => string) => async () => {
    const began = performance.now();
    for (const id of ids) make(id);
    return ((performance.now() - began) / CODES) * 1000;
  };
  // The first ones fill tables and find cold code.
  for (const id of ids) ours(id) && usual(id);
  const times = await interleave(11, { limit: of(usual), ours: of(ours) });
  return [atMost('QR code as PNG data URI, beside uqr and zlib', times, 0.1, 'µs')];
}

function usual(id: string): string {
  const { data, size } = encode(PREFIX + id, { ecc: 'M', border: QUIET, maskPattern: 0, boostEcc: false });
  const side = size * SCALE;
  // Two modules are a byte of pixels, and each line stands there as often as a module is high.
  const lines = data.flatMap((row) => {
    const pair = (x: number) => (row[x] ? 0 : 0xf0) | (row[x + 1] ? 0 : 0x0f);
    const line = [0, ...Array.from({ length: Math.ceil(size / 2) }, (_, at) => pair(2 * at))];
    return Array<number[]>(SCALE).fill(line).flat();
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const idat = deflateSync(Uint8Array.from(lines), { level: 1 });
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', idat),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const all = Buffer.alloc(body.length + 8);
  all.writeUInt32BE(data.length, 0);
  body.copy(all, 4);
  all.writeUInt32BE(crc32(body), body.length + 4);
  return all;
}
