import { describe, expect, it } from 'vitest';
import { momentWriter } from './moments.ts';

const at = new Date(2026, 10, 2, 7, 5, 9, 42);
const write = momentWriter('en');

describe('time texts of the console', () => {
  it('shows times in the reader’s time zone, with milliseconds only in the clock format', () => {
    expect(write(at, 'full', 0)).toBe('Nov 2, 2026, 07:05:09');
    expect(write(at, 'clock', 0)).toBe('07:05:09.042');
    expect(momentWriter('es')(at, 'full', 0)).toBe('2 nov 2026, 07:05:09');
  });

  it.each([
    [-5_000, 'now'],
    [59_999, 'now'],
    [60_000, '1m ago'],
    [3_599_999, '59m ago'],
    [3_600_000, '1h ago'],
    [172_799_999, '47h ago'],
    [172_800_000, '2d ago'],
  ])('shows a time %i ms ago as %s', (passedMs, text) => {
    expect(write(at, 'since', at.getTime() + passedMs)).toBe(text);
  });
});
