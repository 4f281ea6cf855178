import { expect, it } from 'vitest';
import { bodySigner, signaturePatterns, signUntil } from './webhook-factory.ts';

const signBody = bodySigner('whsec_a', 'timestamp', { now: () => 0, newId: () => 'key' });

/** Signs bodies of `length` characters, each with another number if `differs` is true. */
function countSignatures(length: number, differs: boolean): number {
  let count = 0;
  signUntil(signaturePatterns.firstZero, () => {
    count++;
    return signBody(`${differs ? count : ''}`.padStart(length, ' '));
  });
  return count;
}

it('signs webhooks until a signature has a zero only in its first byte', () => {
  let count = 0;
  const { headers } = signUntil(signaturePatterns.firstZero, () => signBody(`${count++}`));
  expect(headers['svc-signature']).toMatch(signaturePatterns.firstZero);
});

it.each([
  ['its body is longer than a search allows', 8193, true, 1],
  ['its signature stays the same', 100, false, 2],
])('stops the search of a signature if %s', (_reason, length, differs, expected) => {
  expect(countSignatures(length, differs)).toBe(expected);
});
