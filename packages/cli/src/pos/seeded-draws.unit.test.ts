import { describe, expect, it } from 'vitest';
import { seededDraws, uuidFrom } from './seeded-draws.ts';

const take = (seed: string, count: number) => {
  const draw = seededDraws(seed);
  return Array.from({ length: count }, draw);
};

describe('seededDraws', () => {
  it('repeats itself with the seed, and only with it', () => {
    expect(take('a', 20)).toEqual(take('a', 20));
    expect(take('a', 3)).not.toEqual(take('b', 3));
  });

  it('spreads from 0 to below 1', () => {
    const draws = take('spread', 2000);
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
    const low = draws.filter((draw) => draw < 0.25).length;
    expect(low).toBeGreaterThan(400);
    expect(low).toBeLessThan(600);
  });
});

describe('uuidFrom', () => {
  it('is a UUID of version 4, the same for the same text', () => {
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (let n = 0; n < 50; n++) expect(uuidFrom(`text ${n}`)).toMatch(form);
    expect(uuidFrom('a')).toBe(uuidFrom('a'));
    expect(uuidFrom('a')).not.toBe(uuidFrom('b'));
  });
});
