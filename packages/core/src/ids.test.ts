import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apiToken,
  consoleToken,
  creditIdsBeyond,
  pairingCode,
  refreshToken,
  sessionNumbers,
  terminalSecret,
  tokenHint,
  webhookSecret,
} from './ids.ts';
import type { RandomSource } from './random.ts';

/** Returns a source of fixed characters that records the number of bytes of each request. */
function recordingSource(float = 0.5): RandomSource & { readonly sizes: number[] } {
  const sizes: number[] = [];
  const take = (length: number) => {
    sizes.push(length);
    return length;
  };
  return {
    sizes,
    uuid: () => '11111111-2222-4333-8444-555555555555',
    hex: (length) => 'ab'.repeat(take(length)),
    base64url: (length) => 'x'.repeat(Math.ceil((take(length) * 4) / 3)),
    float: () => float,
  };
}

describe('a random id', () => {
  it.each([
    ['sim_api_', apiToken],
    ['sim_con_', consoleToken],
    ['sim_ref_', refreshToken],
    ['whsec_', webhookSecret],
  ])('uses at least 160 random bits after the prefix %s', (prefix, createSecret) => {
    const random = recordingSource();
    expect(createSecret(random).startsWith(prefix)).toBe(true);
    expect(random.sizes).toHaveLength(1);
    expect((random.sizes[0] ?? 0) * 8).toBeGreaterThanOrEqual(160);
  });
});

describe("a terminal's secret", () => {
  it('has 64 hexadecimal digits', () => {
    expect(terminalSecret(recordingSource())).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    [0, '000000'],
    [0.000_042, '000042'],
    [1 - 2 ** -53, '999999'],
  ])('has 6 decimal digits in a pairing code for the random value %d', (float, code) => {
    expect(pairingCode(recordingSource(float))).toBe(code);
  });
});

describe('tokenHint', () => {
  it.each([
    ['sim_api_AAAABBBBCCCCDDDD_-zz', 'sim_api_…_-zz'],
    ['whsec_0123456789', 'whsec_…6789'],
    ['0123456789', '…6789'],
    ['whsec_abc_defg', 'whsec_…defg'],
  ])('shortens %s to %s', (token, hint) => {
    expect(tokenHint(token)).toBe(hint);
  });
});

describe('sessionNumbers', () => {
  it.each([
    [0, 1_000_000_000, '000000000000'],
    [0.5, 1_573_741_824, '500000000000'],
    [1 - 2 ** -53, 2_147_483_647, '999999999999'],
  ])('stays within its number of digits for the random value %d', (float, transactionId, reference) => {
    const numbers = sessionNumbers(recordingSource(float), { nextEventId: 1 });
    expect(numbers.transactionId()).toBe(transactionId);
    expect(numbers.reference()).toBe(reference);
  });
});

describe('the numbering of credits', () => {
  const LARGEST = 2_147_483_647;
  const idsOf = (count: number, from: Parameters<typeof sessionNumbers>[1]) => {
    const { creditId } = sessionNumbers(recordingSource(), from);
    return Array.from({ length: count }, creditId);
  };

  it('starts at a number that depends on the first event of the change', () => {
    expect(idsOf(3, { nextEventId: 1 })).toEqual(['22', '23', '24']);
    expect(idsOf(2, { nextEventId: 2 })).toEqual(['43', '44']);
    expect(idsOf(1, { nextEventId: 2, creditIdsFrom: 1000 })).toEqual(['1043']);
  });

  it('starts again at 1 after the largest signed int32', () => {
    expect(idsOf(3, { nextEventId: 0, creditIdsFrom: LARGEST - 2 })).toEqual([
      '2147483646',
      '2147483647',
      '1',
    ]);
  });

  it('continues after the ids of a snapshot and never goes back', () => {
    expect(creditIdsBeyond(['7', '5000', 'c0ffee', '99999999999'], { nextEventId: 1 })).toBe(4979);
    expect(idsOf(1, { nextEventId: 1, creditIdsFrom: 4979 })).toEqual(['5001']);
    expect(creditIdsBeyond(['9'], { nextEventId: 3, creditIdsFrom: 4979 })).toBe(4979);
  });

  // A random history of an account consists of changes and of loads of a snapshot.
  const credits = fc.integer({ min: 1, max: 21 });
  const change = fc.record({
    /** The number of credits of each accredited session; each accreditation is one event. */
    legs: fc.array(credits, { maxLength: 3 }),
    otherEvents: fc.integer({ min: 0, max: 2 }),
  });
  const inFile = fc.oneof(
    fc.integer({ min: 1, max: 600 }).map(String),
    fc.uuid(),
    fc.constant('99999999999'),
  );
  const load = fc.record({ loaded: fc.uniqueArray(inFile, { maxLength: 40 }), events: fc.nat({ max: 5 }) });
  const life = fc.array(fc.oneof({ weight: 5, arbitrary: change }, load), { maxLength: 60 });
  const firstEvent = fc.oneof(
    fc.integer({ min: 1, max: 10 }),
    // Event ids at which the ids of credits reach the largest int32 and start at 1 again.
    fc.integer({ min: Math.floor(LARGEST / 21) - 200, max: Math.ceil(LARGEST / 21) }),
  );

  it('returns positive int32 numbers that are unique within the account', () => {
    fc.assert(
      fc.property(firstEvent, life, (first, steps) => {
        const usedIds = new Set<string>();
        const isLoaded = steps.some((step) => 'loaded' in step);
        let [nextEventId, creditIdsFrom] = [first, 0];
        for (const step of steps) {
          if ('loaded' in step) {
            creditIdsFrom = creditIdsBeyond(step.loaded, { nextEventId, creditIdsFrom });
            for (const id of step.loaded) usedIds.add(id);
            nextEventId += 1 + step.events;
            continue;
          }
          const creditCount = step.legs.reduce((sum, count) => sum + count, 0);
          for (const id of idsOf(creditCount, { nextEventId, creditIdsFrom })) {
            expect(id).toMatch(/^[1-9]\d{0,9}$/);
            expect(Number(id)).toBeLessThanOrEqual(LARGEST);
            // After a hundred million events, ids start at 1 again and can equal those of a loaded snapshot.
            if (first <= 10 || !isLoaded) expect(usedIds).not.toContain(id);
            usedIds.add(id);
          }
          nextEventId += step.legs.length + step.otherEvents;
        }
      }),
    );
  });
});
