import { describe, expect, it } from 'vitest';
import { isNameOf, isObject, isOneOf, mapValues, membersOf, namesOf } from './objects.ts';

describe('isObject', () => {
  it.each([
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    [undefined, false],
    ['text', false],
  ])('%j: %s', (value, expected) => {
    expect(isObject(value)).toBe(expected);
  });
});

describe('membersOf', () => {
  it('gives the members of objects and lists, and none of anything else', () => {
    expect(membersOf({ a: 1 }).a).toBe(1);
    expect(membersOf(['first'])[0]).toBe('first');
    expect([null, undefined, 'text', 7].map(membersOf)).toEqual([{}, {}, {}, {}]);
  });
});

describe('isOneOf', () => {
  it('takes what the list has, of the same type', () => {
    expect([1, '1', 2, undefined].map((value) => isOneOf([1, 3], value))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('isNameOf', () => {
  it('takes the object’s own names, not those that every object has', () => {
    expect(['a', 'toString', 'b'].map((name) => isNameOf({ a: 1 }, name))).toEqual([true, false, false]);
  });
});

describe('namesOf and mapValues', () => {
  it('keep the names and their order', () => {
    expect(namesOf({ b: 1, a: 2 })).toEqual(['b', 'a']);
    expect(mapValues({ b: 1, a: 2 }, (value, name) => `${name}${value}`)).toEqual({ b: 'b1', a: 'a2' });
  });
});
