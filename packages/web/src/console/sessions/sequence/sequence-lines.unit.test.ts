import { expect, it } from 'vitest';
import { balancedLines, pixelWidthOf, wrapText } from './sequence-panel.tsx';

it('breaks no line inside a number, or between a number and its unit', () => {
  for (const width of [150, 180, 220, 300])
    expect(wrapText('Session paid · Bs 1.220,11 · 12.5 s', width).join('|')).toMatch(/Bs 1\.220,11.*12\.5 s/);
});

it('breaks lines between words, and never exceeds the width', () => {
  expect(wrapText('Webhook given up', 400)).toEqual(['Webhook given up']);
  const words = 'Webhook abandoned after 6 attempts · returned 401';
  expect(wrapText(words, 200).length).toBeGreaterThan(1);
  expect(wrapText(words, 200).join(' ')).toBe(words);
  for (const text of ['W'.repeat(500), '支払い'.repeat(99), 'palabra '.repeat(99), `${'W'.repeat(40)} a b`]) {
    const lines = wrapText(text, 200);
    expect(lines.length).toBeLessThanOrEqual(3);
    for (const line of lines) expect([line, pixelWidthOf(line) <= 200]).toEqual([line, true]);
  }
  expect(wrapText('W'.repeat(500), 200).at(-1)).toMatch(/W…$/);
});

it('leaves no short word alone on the last line', () => {
  const text = 'Money accredited · Bs 11,503.12 · 1 credit · forced';
  expect(wrapText(text, 350).at(-1)).toBe('forced');
  expect(balancedLines(text, 350)).toEqual(['Money accredited ·', 'Bs 11,503.12 · 1 credit · forced']);
  expect(balancedLines(text, 600)).toEqual([text]);
});
