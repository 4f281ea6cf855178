import { describe, expect, it } from 'vitest';
import type { RandomSource } from '../random.ts';
import { classId, joinCode, joinCodeFrom } from './class-ids.ts';

/** Returns a random source whose `hex` always returns these bytes. */
function sourceOf(hex: string): RandomSource {
  const fail = () => {
    throw new Error('not to be drawn');
  };
  return {
    uuid: fail,
    base64url: fail,
    float: fail,
    hex: (length) => {
      if (hex.length !== length * 2) throw new Error(`${length} bytes were drawn`);
      return hex;
    },
  };
}

describe('ids of classes and join codes', () => {
  it('returns class ids of cls_ and 16 hexadecimal digits', () => {
    expect(classId(sourceOf('0123456789abcdef'))).toBe('cls_0123456789abcdef');
  });

  it('uses each of 32 characters in join codes, and none that resembles another one', () => {
    // A code of eight characters has the values `first` to `first + 7`, each in five bits, the lowest first.
    const groupsFrom = (first: number) =>
      Array.from({ length: 8 }, (_, at) => BigInt(first + at) << BigInt(at * 5))
        .reduce((sum, bits) => sum | bits, 0n)
        .toString(16)
        .padStart(10, '0');
    expect([0, 8, 16, 24].map((first) => joinCode(sourceOf(groupsFrom(first)))).join('')).toBe(
      'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
    );
    expect(joinCode(sourceOf('ffffffffff'))).toBe('99999999');
    expect(joinCode(sourceOf('0000000000'))).toBe('AAAAAAAA');
  });

  it.each(['K7MWQ2XD', 'k7mwq2xd', ' K7MW-Q2XD ', 'k7 mw q2 xd\n'])(
    'reads the typed join code %j',
    (input) => {
      expect(joinCodeFrom(input)).toBe('K7MWQ2XD');
    },
  );
});
