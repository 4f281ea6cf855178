const strictDecoder = new TextDecoder('utf-8', { fatal: true });
const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Removes zero-width, bidirectional and other format characters, which can disguise a name. */
export function withoutFormatCharacters(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}

export interface EncodingFault {
  /** Offset of the first byte outside a UTF-8 character. */
  readonly offset: number;
  /** True for UTF-16, which some editors and shells on Windows write by default. */
  readonly isUtf16: boolean;
}

/**
 * Decodes UTF-8 and removes one leading byte order mark; null for invalid bytes (contract section 11, Bytes).
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  if (isUtf16(bytes)) return null;
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

export function encodingFaultOf(bytes: Uint8Array): EncodingFault {
  return isUtf16(bytes)
    ? { offset: bytes[0] === 0 || bytes[1] !== 0 ? 0 : 1, isUtf16: true }
    : { offset: firstBadByte(bytes), isUtf16: false };
}

/** Recognizes UTF-16 by its byte order mark, or by the zero bytes next to its first two letters. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  const hasMark = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  return hasMark || (first === 0 && third === 0) || (second === 0 && fourth === 0);
}

/** Finds the first byte that was decoded as U+FFFD. Skips U+FFFD characters of the text itself (EF BF BD). */
function firstBadByte(bytes: Uint8Array): number {
  const text = lossyDecoder.decode(bytes);
  for (let [from, offset] = [0, 0]; ; from++, offset += 3) {
    const index = text.indexOf('\uFFFD', from);
    offset += encoder.encode(text.slice(from, index < 0 ? undefined : index)).length;
    if (index < 0 || bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd)
      return offset;
    from = index;
  }
}
