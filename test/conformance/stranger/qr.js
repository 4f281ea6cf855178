import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** A text as a QR code: PNG, one bit a pixel, as a data URI. */
export function qrImage(text) {
  const { data, size } = encode(text, { border: 2 });
  const scale = 4;
  const stride = Math.ceil((size * scale) / 8);
  const rows = Buffer.alloc((stride + 1) * size * scale);
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      if (!data[Math.floor(y / scale)][Math.floor(x / scale)])
        rows[y * (stride + 1) + 1 + (x >> 3)] |= 0x80 >> (x & 7);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size * scale, 0);
  header.writeUInt32BE(size * scale, 4);
  header[8] = 1;
  const png = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return `data:image/png;base64,${Buffer.concat(png).toString('base64')}`;
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
