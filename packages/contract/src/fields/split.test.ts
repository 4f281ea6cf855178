import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitFaults } from './split.ts';

const pointer = '/recipients';
const byPercent = (...entries: unknown[]) => splitFaults(entries, { type: 'percent', pointer });
const byAmount = (amount: unknown, ...entries: unknown[]) =>
  splitFaults(entries, { type: 'absolute', amount, pointer });

describe('splitFaults', () => {
  it('leaves the rest to the owner', () => {
    expect(byPercent({ recipient_id: 'a', percent: 30 }, { recipient_id: 'b', percent: 69.99 })).toEqual([]);
    expect(byPercent({ recipient_id: 'a', percent: 100 })).toEqual([]);
    expect(byAmount(10, { recipient_id: 'a', amount_reference: 9.99 })).toEqual([]);
    expect(byAmount(10, { recipient_id: 'a', amount_reference: 10 })).toEqual([]);
  });

  it('adds up exactly', () => {
    const tenths = Array.from({ length: 10 }, (_, index) => ({ recipient_id: `p${index}`, percent: 10 }));
    expect(byPercent(...tenths)).toEqual([]);
    expect(
      byAmount(
        0.3,
        { recipient_id: 'a', amount_reference: 0.1 },
        { recipient_id: 'owner', amount_reference: 0.2 },
      ),
    ).toEqual([]);
  });

  it('refuses more than the whole', () => {
    expect(byPercent({ recipient_id: 'a', percent: 60 }, { recipient_id: 'b', percent: 40.01 })).toEqual([
      { detail: 'adds up to 100.01 %, more than 100 %', pointer },
    ]);
    expect(byAmount(10, { recipient_id: 'a', amount_reference: 10.01 })).toEqual([
      { detail: 'adds up to 10.01, more than 10', pointer },
    ]);
  });

  it('wants the whole when the owner is named', () => {
    expect(byPercent({ recipient_id: 'a', percent: 60 }, { recipient_id: 'owner', percent: 40 })).toEqual([]);
    expect(byPercent({ recipient_id: 'a', percent: 60 }, { recipient_id: 'owner', percent: 30 })).toEqual([
      { detail: 'names the owner but adds up to 90 %; it must be 100 %, or leave the owner out', pointer },
    ]);
  });

  it('refuses a recipient that is named twice, once for each repetition', () => {
    const entry = { recipient_id: 'a', percent: 10 };
    expect(byPercent(entry, entry, entry)).toEqual([
      { detail: 'is named more than once', pointer: '/recipients/1/recipient_id' },
      { detail: 'is named more than once', pointer: '/recipients/2/recipient_id' },
    ]);
  });

  it('wants the share that its type measures', () => {
    expect(byPercent({ recipient_id: 'a', amount_reference: 1 })).toEqual([
      { detail: 'is required in a split of type percent', pointer: '/recipients/0/percent' },
    ]);
    expect(byAmount(5, { recipient_id: 'a', percent: 1 })).toEqual([
      { detail: 'is required in a split of type absolute', pointer: '/recipients/0/amount_reference' },
    ]);
  });

  it('says nothing of a sum that it cannot know', () => {
    expect(byAmount('10', { recipient_id: 'a', amount_reference: 99 })).toEqual([]);
    expect(byPercent({ recipient_id: 'owner', percent: 5 }, { recipient_id: 'b', percent: '95' })).toEqual(
      [],
    );
  });

  it('takes anything', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (entries, amount) => {
        expect(Array.isArray(splitFaults(entries, { type: 'absolute', amount, pointer }))).toBe(true);
      }),
    );
  });
});
