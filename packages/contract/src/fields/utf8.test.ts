import { describe, expect, it } from 'vitest';
import { decodeUtf8, encodingFaultOf } from './utf8.ts';

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('decodeUtf8', () => {
  it.each([
    ['nothing', bytes(), ''],
    ['one byte', bytes('x'), 'x'],
    ['characters of every length', bytes('añ€😀'), 'añ€😀'],
    ['a byte order mark', bytes(0xef, 0xbb, 0xbf, 'x'), 'x'],
    ['two byte order marks', bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 'x'), '\uFEFFx'],
    ['U+FFFD that was sent', bytes('a\uFFFDb'), 'a\uFFFDb'],
    ['a zero byte in the middle', bytes('ab\0'), 'ab\0'],
  ])('decodes %s', (_, bytes, text) => {
    expect(decodeUtf8(bytes)).toBe(text);
  });

  it.each([
    ['Latin-1', latin1('{"a":"Peña"}'), 8],
    ['Latin-1 after a byte order mark', bytes(0xef, 0xbb, 0xbf, 'a', 0xf1), 4],
    ['Latin-1 after a U+FFFD that was sent', bytes('ñ\uFFFDé', 0xe9, '\uFFFD'), 7],
    ['a character that is cut at the end', bytes('ab', 0xe2, 0x82), 2],
    ['a character that the next one cuts off', bytes('a', 0xef, 0xbf, 'b'), 1],
    ['a continuation byte alone', bytes('abc', 0xbf), 3],
    ['an overlong form', bytes('a', 0xc0, 0xaf), 1],
    ['half of a surrogate pair', bytes('a', 0xed, 0xa0, 0x80), 1],
    ['a code point beyond Unicode', bytes('añ', 0xf4, 0x90, 0x80, 0x80), 3],
    ['a byte that never occurs in UTF-8', bytes(0xff), 0],
  ])('refuses %s, and returns the offset of the first invalid byte', (_, bytes, offset) => {
    expect(decodeUtf8(bytes)).toBeNull();
    expect(encodingFaultOf(bytes)).toEqual({ offset, isUtf16: false });
  });

  it.each([
    ['text with a byte order mark', bytes(0xff, 0xfe, ...Buffer.from('{"ñ":1}', 'utf16le')), 0],
    ['big-endian text with a byte order mark', bytes(0xfe, 0xff, 0, 0x7b), 0],
    ['text without a byte order mark', Buffer.from('{"ñ":1}', 'utf16le'), 1],
    ['big-endian text without a byte order mark', bytes(0, 0x7b, 0, 0x7d), 0],
  ])('recognizes %s as UTF-16', (_, bytes, offset) => {
    expect(decodeUtf8(bytes)).toBeNull();
    expect(encodingFaultOf(bytes)).toEqual({ offset, isUtf16: true });
  });
});
