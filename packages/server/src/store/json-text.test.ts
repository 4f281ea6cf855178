import { describe, expect, it } from 'vitest';
import { Lines, quoted } from './json-text.ts';

const texts = [
  '',
  'plain',
  'V-12345678_x',
  'a "quote" and a \\',
  'line\nend\u0000',
  'Café y pan',
  '10 € ☕',
  '🏪 at the end 🏪',
  '\ud83c alone',
];

describe('quoted', () => {
  it.each(texts)('is what JSON makes of %j', (text) => {
    expect(quoted(text)).toBe(JSON.stringify(text));
  });
});

describe('Lines', () => {
  it('stand in the buffer as if they had been joined', () => {
    const lines = new Lines();
    for (const text of texts) expect(lines.addText(text)).toBe(Buffer.byteLength(text));
    const whole = Buffer.from(texts.map((text) => `${text}\n`).join(''));
    expect([lines.count, lines.bytes]).toEqual([texts.length, whole.length]);
    const buffer = Buffer.alloc(whole.length + 5, 'x');
    lines.write(buffer, 2);
    expect(buffer.subarray(2, -3).equals(whole)).toBe(true);
    expect([buffer.toString('utf8', 0, 2), buffer.toString('utf8', whole.length + 2)]).toEqual(['xx', 'xxx']);
  });
});
