import { expect, it } from 'vitest';
import { jsonLine, printableJson } from './printable-json.ts';

const steering = [0x7f, 0x80, 0x9b, 0x9f, 0x61c, 0x200e, 0x202a, 0x202e, 0x2028, 0x2066, 0x2069];

it.each(steering.map((code) => [code.toString(16), String.fromCharCode(code)]))(
  'escapes U+%s without changing the parsed value',
  (code, character) => {
    const value = { [`name${character}`]: `before${character}after` };
    const json = jsonLine(value);
    expect(json).not.toContain(character);
    expect(json).toContain(`\\u${code.padStart(4, '0')}`);
    expect(JSON.parse(json)).toEqual(value);
  },
);

it('leaves letters, spaces and escapes unchanged', () => {
  const json = JSON.stringify({ text: 'año 漢 👍 \n \\u009b "' });
  expect(printableJson(json)).toBe(json);
});
