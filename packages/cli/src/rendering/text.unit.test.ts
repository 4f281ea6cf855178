import { inEnglish, inSpanish } from '@svc-simulator/test-support/texts.ts';
import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { alignColumns, printable, printableAmount, relativeTime, withLocalCommand } from './text.ts';

describe('alignColumns', () => {
  it('aligns by visible characters, without color codes', () => {
    const style = new Chalk({ level: 1 });
    const lines = alignColumns([
      [style.green('paid'), 'ñandú', 'x'],
      ['pending', 'a', ''],
    ]);
    expect(lines).toEqual([`${style.green('paid')}     ñandú  x`, 'pending  a']);
  });

  it('returns no lines for no rows', () => {
    expect(alignColumns([])).toEqual([]);
  });
});

describe('printable', () => {
  it('converts any text to one line without control characters', () => {
    expect(printable('a\tb\nc\u001b[31m\u0007\u009b\u2028\u202e')).toBe(
      'a b c\ufffd[31m\ufffd\ufffd\ufffd\ufffd',
    );
    expect(printable({ a: 1 })).toBe('{"a":1}');
    expect(printable(undefined)).toBe('');
    expect(printable('x'.repeat(300))).toHaveLength(200);
  });
});

describe('printableAmount', () => {
  it('formats an amount in the number format of the language, and the currency alone without an amount', () => {
    expect(printableAmount(10, 'USD', inEnglish)).toBe('USD 10.00');
    expect(printableAmount(1220.11, 'VES', inSpanish)).toBe('Bs 1.220,11');
    expect(printableAmount(undefined, 'VES', inEnglish)).toBe('VES');
  });
});

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [999, 'now'],
    [-1000, '1 s ago'],
    [59_400, 'in 59 s'],
    [599_999, 'in 10 min'],
    [-3_600_000, '1 h ago'],
    [90_000_000, 'in 1 d'],
  ])('formats %i ms as %s', (ms, text) => {
    expect(relativeTime(inEnglish, 1_000_000_000 + ms, 1_000_000_000)).toBe(text);
  });
});

it('writes the command in the advice as it works here', () => {
  const advice = 'Copy it again (npx sim keys webhook-secret prints it).';
  expect(withLocalCommand(advice, { program: 'node bin/sim.js', data: 'a b' })).toBe(
    "Copy it again (node bin/sim.js keys webhook-secret --data 'a b' prints it).",
  );
  expect(withLocalCommand(advice, { program: 'npx sim', data: undefined })).toBe(advice);
});
