import { inflateSync } from 'node:zlib';
import { expect } from 'vitest';

/**
 * Reads a one-bit grayscale PNG by the specification alone and fails on everything that a strict reader can
 * refuse: a wrong checksum, a chunk out of order, data after the end.
 *
 * @returns rows of pixels, one character each, 0 for black
 */
export function pixelsOf(dataUri: string): string[] {
  const [head, base64 = ''] = dataUri.split(',');
  expect(head).toBe('data:image/png;base64');
  const png = Buffer.from(base64, 'base64');
  expect(png.toString('base64')).toBe(base64);
  const chunks = chunksOf(png);
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const [header, image, end] = chunks.map(({ data }) => data) as [Buffer, Buffer, Buffer];
  expect(end.length).toBe(0);
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0]);
  const lines = linesOf(image);
  const lineBytes = 1 + Math.ceil(width / 8);
  expect(lines.length).toBe(height * lineBytes);
  return Array.from({ length: height }, (_, y) => {
    const [filter, ...bytes] = lines.subarray(y * lineBytes, (y + 1) * lineBytes);
    expect(filter).toBe(0);
    const pixels = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return pixels.slice(0, width);
  });
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    const body = png.subarray(at + 4, end);
    expect(png.readUInt32BE(end)).toBe(crcOf(body));
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) });
    at = end + 4;
  }
  return chunks;
}

function linesOf(data: Buffer): Buffer {
  // With `info: true`, the result isn't a buffer, contrary to its type.
  const { buffer, engine } = inflateSync(data, { info: true }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  expect(engine.bytesWritten).toBe(data.length);
  expect(data.readUInt32BE(data.length - 4)).toBe(adlerOf(buffer));
  return buffer;
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function adlerOf(bytes: Buffer): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

export function pixelsOfModules(modules: readonly (readonly boolean[])[]): string[] {
  const white = '1'.repeat(16);
  const border = Array<string>(16).fill('1'.repeat(4 * modules.length + 32));
  const rows = modules.flatMap((row) => {
    const pixels = row.map((dark) => (dark ? '0000' : '1111')).join('');
    return Array<string>(4).fill(white + pixels + white);
  });
  return [...border, ...rows, ...border];
}
