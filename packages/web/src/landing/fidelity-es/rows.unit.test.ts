import { differences } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { inSpanish, rows } from './index.ts';

const english = differences();

/** What stands between backticks, which is the same in every language. */
const codes = (sentence: string) => (sentence.match(/`[^`]+`/g) ?? []).sort();

describe('the differences in Spanish', () => {
  it('are the same ones, each with a sentence of its own that names the same', () => {
    const spanish = inSpanish(english);
    expect(spanish.map(({ summary, ...same }) => same)).toEqual(english.map(({ summary, ...same }) => same));
    const strange = spanish.filter(({ summary }, at) => {
      const original = english[at]?.summary ?? '';
      return (
        summary === original ||
        !/^[A-ZÁÉÍÓÚÑ`0-9].*\.$/.test(summary) ||
        String(codes(summary)) !== String(codes(original))
      );
    });
    expect(strange).toEqual([]);
  });

  it('have no row that is no difference', () => {
    const ids = new Set(english.map(({ id }) => id));
    expect([...rows.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });
});
