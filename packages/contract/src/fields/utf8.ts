const strict = new TextDecoder('utf-8', { fatal: true });
const lossy = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** A name as people read it: without zero-width, bidirectional and other format characters, which may show another one. */
export function withoutUnseen(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}

/** Why bytes are no text. */
export interface EncodingFault {
  /** Of the first byte that belongs to no character of UTF-8. */
  readonly offset: number;
  /** They are UTF-16, as editors and shells of Windows write it. */
  readonly isUtf16: boolean;
}

/** The text of bytes in UTF-8, without one leading byte order mark; null when they are not UTF-8 (contract section 11, Bytes). */
export function utf8TextOf(bytes: Uint8Array): string | null {
  if (isUtf16(bytes)) return null;
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** What is wrong with bytes of which `utf8TextOf` made no text. */
export function encodingFaultOf(bytes: Uint8Array): EncodingFault {
  return isUtf16(bytes)
    ? { offset: bytes[0] === 0 || bytes[1] !== 0 ? 0 : 1, isUtf16: true }
    : { offset: firstBadByte(bytes), isUtf16: false };
}

/** By its byte order mark, or by the zeros beside its first two letters, which no text that anybody means has. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  const hasMark = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  return hasMark || (first === 0 && third === 0) || (second === 0 && fourth === 0);
}

/** What cannot be decoded becomes U+FFFD, which may also stand there rightly. */
function firstBadByte(bytes: Uint8Array): number {
  const text = lossy.decode(bytes);
  for (let [from, offset] = [0, 0]; ; from++, offset += 3) {
    const at = text.indexOf('\uFFFD', from);
    offset += encoder.encode(text.slice(from, at < 0 ? undefined : at)).length;
    if (at < 0 || bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd)
      return offset;
    from = at;
  }
}
