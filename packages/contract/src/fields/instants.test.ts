import { describe, expect, it } from 'vitest';
import { instantOf } from './instants.ts';

describe('instantOf', () => {
  it.each([
    ['2026-11-20T21:27:00.000Z', '2026-11-20T21:27:00.000Z'],
    ['2026-11-20T21:27:00Z', '2026-11-20T21:27:00.000Z'],
    ['2026-11-20T21:27Z', '2026-11-20T21:27:00.000Z'],
    ['2026-11-20T17:27:00-04:00', '2026-11-20T21:27:00.000Z'],
    ['2026-11-20T21:27:00', '2026-11-20T21:27:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-11-20T21:27:00.123456Z', '2026-11-20T21:27:00.123Z'],
  ])('reads %s', (text, iso) => {
    expect(new Date(instantOf(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it('does not depend on the zone of the machine', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'Asia/Tokyo';
    try {
      expect(instantOf('2026-11-20T21:27:00')).toBe(1_795_210_020_000);
      expect(instantOf('2026-11-20')).toBe(1_795_132_800_000);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it.each([
    '',
    'tomorrow',
    '1795210020000',
    '2026-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-1-1',
    '2026-11-20 21:27:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T21:27:60Z',
    '2026-11-20T21:27:00+25:00',
    '2026-11-20T21:27:00Z ',
    'Fri, 20 Nov 2026 21:27:00 GMT',
  ])('refuses %j', (text) => {
    expect(instantOf(text)).toBeNull();
  });
});
