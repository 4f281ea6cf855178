import { describe, expect, it } from 'vitest';
import { fromSqlText, toSqlText } from './database.ts';

describe('toSqlText and fromSqlText', () => {
  it('leaves texts unchanged that PostgreSQL can store', () => {
    for (const text of ['', 'acc_0123:key', 'ñ — 💳', 'a\nb\tc'])
      expect([toSqlText(text), fromSqlText(text)]).toEqual([text, text]);
  });

  it('escapes all other texts, and returns the original after unescaping', () => {
    for (const [text, stored] of [
      ['a\0b', 'a\\0000b'],
      ['\ud83d', '\\d83d'],
      ['\udca3\ud83d', '\\dca3\\d83d'],
      ['a\x1fb', 'a\\001fb'],
      ['\\0000', '\\\\0000'],
      ['\\\0', '\\\\\\0000'],
    ] as const) {
      expect(toSqlText(text)).toBe(stored);
      expect(fromSqlText(stored)).toBe(text);
    }
  });
});
