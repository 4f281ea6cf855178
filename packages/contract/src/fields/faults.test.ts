import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { faultsOf, pathOf, pointerOf } from './faults.ts';

describe('pointerOf', () => {
  it.each([
    [[], ''],
    [['items', 1, 'amount_reference'], '/items/1/amount_reference'],
    [['a/b'], '/a~1b'],
    [['m~n'], '/m~0n'],
    [['~1', '/0'], '/~01/~10'],
    [[''], '/'],
    [['__proto__'], '/__proto__'],
  ])('%j is %s', (path, pointer) => {
    expect(pointerOf(path)).toBe(pointer);
    expect(pathOf(pointer)).toEqual(path.map(String));
  });
});

describe('faultsOf', () => {
  it('names every fault with its pointer', () => {
    const schema = z.object({ 'a/b': z.object({ 'm~n': z.array(z.string({ error: 'must be a text' })) }) });
    const result = schema.safeParse({ 'a/b': { 'm~n': ['x', 1, 2] } });
    expect(result.error && faultsOf(result.error)).toEqual([
      { detail: 'must be a text', pointer: '/a~1b/m~0n/1' },
      { detail: 'must be a text', pointer: '/a~1b/m~0n/2' },
    ]);
  });
});
