import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

export type AnswerFields = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Compressed bytes to keep for each byte of the decoded body. One byte isn't enough, because headers and
 * tables make a short text longer than it is without compression.
 */
const KEPT_PER_BYTE = 4;
const MAX_CODINGS = 3;
/** Size of decoded chunks. It is small, because damaged data loses the whole chunk in which the damage is. */
const DECODED_CHUNK_BYTES = 1024;

export function bytesToKeep(fields: AnswerFields, limit: number): number {
  return fields['content-encoding'] === undefined ? limit : limit * KEPT_PER_BYTE;
}

/**
 * Returns the first `limit` bytes of a response body, decompressed and converted from Latin-1 or windows-1252
 * to UTF-8. Other charsets and damaged bytes stay unchanged.
 */
export function decodeBody(keptBytes: Buffer, fields: AnswerFields, limit: number): Buffer | Promise<Buffer> {
  if (keptBytes.length === 0) return keptBytes;
  const charset = parseCharset(String(fields['content-type'] ?? ''));
  const codings = parseCodings(fields['content-encoding']);
  if (codings.length === 0) return toUtf8(keptBytes, charset, limit);
  return decompress(keptBytes, codings, limit).then((body) => toUtf8(body, charset, limit));
}

function parseCodings(field: AnswerFields[string]): readonly string[] {
  if (field === undefined) return [];
  return String(field)
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

async function decompress(keptBytes: Buffer, codings: readonly string[], limit: number): Promise<Buffer> {
  if (codings.length > MAX_CODINGS) return keptBytes;
  let body = keptBytes;
  for (const coding of codings.toReversed()) {
    const decoded = await decodeBeginning(body, coding, limit * KEPT_PER_BYTE);
    if (decoded === undefined) return keptBytes;
    body = decoded;
  }
  return body;
}

/** Options that decode truncated data as far as possible. */
const truncatedInput = { chunkSize: DECODED_CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH };

function createDecompressor(coding: string, [firstByte = 0]: Buffer) {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip(truncatedInput);
  // Many servers leave out the zlib header that `deflate` should have (RFC 9110, 8.4.1.2).
  if (coding === 'deflate')
    return (firstByte & 0x0f) === 8 ? createInflate(truncatedInput) : createInflateRaw(truncatedInput);
  if (coding === 'br')
    return createBrotliDecompress({
      chunkSize: DECODED_CHUNK_BYTES,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    });
  return undefined;
}

function decodeBeginning(bytes: Buffer, coding: string, limit: number): Promise<Buffer | undefined> {
  const decompressor = createDecompressor(coding, bytes);
  if (!decompressor) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const resolveDecoded = () => resolve(length > 0 ? Buffer.concat(pieces).subarray(0, limit) : undefined);
    decompressor.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      // A small compressed body can expand to gigabytes, so decoding stops here.
      if (length >= limit) decompressor.destroy();
    });
    decompressor.on('error', resolveDecoded);
    decompressor.on('close', resolveDecoded);
    decompressor.end(bytes);
  });
}

function parseCharset(contentType: string): string {
  return (/;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? '').toLowerCase();
}

/** Labels of windows-1252, which the web also uses for Latin-1 (WHATWG Encoding, 4.2). */
const windows1252 = /^(x-)?cp-?1252$|^windows-1252$|^iso[-_]?8859-1(:1987)?$|^latin-?1$|^l1$/;
/** The characters of the bytes 0x80 to 0x9f, which Latin-1 does not use. */
const between80And9f = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function toUtf8(bytes: Buffer, charset: string, limit: number): Buffer {
  if (!windows1252.test(charset)) return bytes.length > limit ? bytes.subarray(0, limit) : bytes;
  const text = bytes
    .toString('latin1', 0, limit)
    .replace(/[\x80-\x9f]/g, (character) => between80And9f[character.charCodeAt(0) - 0x80] ?? character);
  const encoded = Buffer.from(text);
  let end = Math.min(limit, encoded.length);
  while (((encoded[end] ?? 0) & 0xc0) === 0x80) end--;
  return encoded.subarray(0, end);
}
