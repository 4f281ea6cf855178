import { words } from '@svc-simulator/test-support/problems/words.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { faultsOf, splitPointer, toPointer } from './faults.ts';
import { mustBe } from './fields.ts';

describe('toPointer and splitPointer', () => {
  it.each([
    [[], ''],
    [['items', 1, 'amount_reference'], '/items/1/amount_reference'],
    [['a/b'], '/a~1b'],
    [['m~n'], '/m~0n'],
    [['~1', '/0'], '/~01/~10'],
    [[''], '/'],
    [['__proto__'], '/__proto__'],
  ])('converts %j to %s and back', (path, pointer) => {
    expect(toPointer(path)).toBe(pointer);
    expect(splitPointer(pointer)).toEqual(path.map(String));
  });
});

describe('faultsOf', () => {
  it('returns every fault with its pointer', () => {
    const schema = z.object({
      'a/b': z.object({ 'm~n': z.array(z.string({ error: mustBe('fault.wanted.text') })) }),
    });
    const result = schema.safeParse({ 'a/b': { 'm~n': ['x', 1, 2] } });
    const faults = result.error ? faultsOf(result.error) : [];
    expect(faults.map((fault) => [fault.pointer, words(fault)])).toEqual([
      ['/a~1b/m~0n/1', 'must be a string, not a number'],
      ['/a~1b/m~0n/2', 'must be a string, not a number'],
    ]);
  });

  it('describes faults for which the schema has no message', () => {
    const { error } = z.string().safeParse(1);
    expect(error && faultsOf(error).map(words)).toEqual(["isn't valid"]);
  });
});
