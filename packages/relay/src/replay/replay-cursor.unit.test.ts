import { expect, it } from 'vitest';
import { ReplayCursor } from './position-file.ts';

it('returns the sequence up to which all webhooks were accepted, whatever the order of the responses', () => {
  const cursor = new ReplayCursor(10);
  expect(cursor.value).toBe(10);
  for (const sequence of [12, 15, 20]) cursor.begin(sequence);
  expect(cursor.value).toBe(11);
  cursor.end(20, true);
  cursor.end(15, true);
  expect(cursor.value).toBe(11);
  cursor.end(12, true);
  expect(cursor.value).toBe(20);
});

it('returns a sequence before a refused webhook until a later attempt is accepted', () => {
  const cursor = new ReplayCursor(0);
  cursor.begin(5);
  cursor.end(5, false);
  cursor.begin(7);
  cursor.end(7, true);
  expect(cursor.value).toBe(4);
  cursor.begin(5);
  cursor.end(5, true);
  expect(cursor.value).toBe(7);
});

it('ignores the sequence 0, which simulators without sequences send', () => {
  const cursor = new ReplayCursor(3);
  cursor.begin(0);
  expect(cursor.value).toBe(3);
});
