import { describe, expect, it } from 'vitest';
import { hitIn, isWithout, standsWithin, wordsIn } from './search-words.ts';

const hit = (text: string, fields: Record<string, unknown>, amount?: number) => {
  const words = wordsIn(text);
  return words && hitIn(words, [fields], amount);
};

it('stand in a value of what an event tells, however deep, and in a body that is kept as JSON', () => {
  const data = {
    identifier: 'A-1',
    raw_body: JSON.stringify({ data: { credits: [{ bank: 'Sur' }] } }),
    n: 401,
  };
  const found = (text: string) => standsWithin(data, wordsIn(text)?.all[0]?.pattern ?? /$/);
  expect(found('sur')).toEqual({ field: 'bank', text: 'Sur' });
  expect(found('401')).toEqual({ field: 'n', text: '401' });
  expect(found('raw_body')).toBeUndefined();
  expect(standsWithin(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, /1/)).toBeUndefined();
});

describe('words', () => {
  it('all have to stand somewhere, whole or in part, whatever their case and accents', () => {
    const fields = { identifier: 'Pedido A-1001', description: 'Pan de JAMÓN' };
    expect(hit('jamon', fields)).toEqual({ field: 'description', text: 'Pan de JAMÓN', isExact: false });
    expect(hit('jamón 1001', fields)?.field).toBe('description');
    expect(hit('  a-10   ', fields)?.field).toBe('identifier');
    expect(hit('a-10 elsewhere', fields)).toBeUndefined();
    expect(hit('pedido  a-1001', fields)?.isExact).toBe(true);
    expect(wordsIn('   ')).toBeUndefined();
  });

  it('are no patterns', () => {
    expect(hit('.*', { identifier: 'A-1' })).toBeUndefined();
    expect(hit('(a+)+$', { identifier: 'aaaa (a+)+$' })?.field).toBe('identifier');
    expect(hit('[x]', { identifier: 'a[x]b' })?.field).toBe('identifier');
  });

  it('may be an amount, with a point or a comma', () => {
    for (const text of ['25.5', '25,50', '25.50'])
      expect(hit(text, { identifier: 'x' }, 2550)).toEqual({
        field: 'amount',
        text: '25.50',
        isExact: false,
      });
    expect(hit('25.5', { identifier: 'x' }, 2551)).toBeUndefined();
    expect(hit('1001', { svc_transaction_id: 1001 })?.text).toBe('1001');
  });

  it('stand in the JSON of every record in which they stand', () => {
    const fields = { identifier: 'a "b" \\c', description: 'Pan de JAMÓN', amountMinor: 2550, n: 1001 };
    const without = (text: string) => {
      const words = wordsIn(text);
      return words && isWithout(words, JSON.stringify(fields));
    };
    for (const text of ['"b"', '\\c', 'jamon pan', '25.5', '25,50', '1001', 'a'])
      expect([text, without(text)]).toEqual([text, false]);
    expect([without('arepa'), without('jamon arepa'), without('31.4')]).toEqual([true, true, true]);
  });

  it('are shown with what stands around them', () => {
    const found = hit('needle', { description: `${'x'.repeat(400)} needle ${'y'.repeat(400)}` });
    expect(found?.text).toMatch(/^…x+ needle y+…$/);
    expect(found?.text.length).toBeLessThan(170);
  });
});
