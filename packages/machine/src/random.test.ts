import type { RandomSource } from '@svc-simulator/core';
import { SeededRandom } from '@svc-simulator/test-support/seeded-random.ts';
import { describe, expect, it } from 'vitest';
import { cryptoRandom } from './crypto-random.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each<[string, () => RandomSource]>([
  ['cryptoRandom', () => cryptoRandom],
  ['SeededRandom', () => new SeededRandom(7)],
])('%s', (_, createRandom) => {
  it('returns ids and secrets in their formats, never the same twice', () => {
    const random = createRandom();
    const values = new Set<string>();
    for (let turn = 0; turn < 2000; turn++) {
      const uuid = random.uuid();
      expect(uuid).toMatch(UUID_V4);
      values.add(uuid).add(random.hex(8)).add(random.base64url(20));
    }
    expect(values.size).toBe(6000);
    expect(random.hex(8)).toMatch(/^[0-9a-f]{16}$/);
    expect(random.hex(3000)).toMatch(/^[0-9a-f]{6000}$/);
    expect(random.base64url(20)).toMatch(/^[\w-]{27}$/);
  });

  it('returns floats over the whole of [0, 1)', () => {
    const random = createRandom();
    const floats = Array.from({ length: 4000 }, () => random.float());
    expect(floats.every((value) => value >= 0 && value < 1)).toBe(true);
    const tenths = new Set(floats.map((value) => Math.floor(value * 10)));
    expect(tenths.size).toBe(10);
  });
});

describe('SeededRandom', () => {
  it('returns the same values only for the same seed', () => {
    const draw = (seed: number) => {
      const random = new SeededRandom(seed);
      return [random.uuid(), random.hex(16), random.base64url(16), random.float()];
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });
});
