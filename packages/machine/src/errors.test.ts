import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { errorCode, messageOf } from './errors.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
}

const missing = thrownBy(() => readFileSync('/none'));
const foreign = runInNewContext(`Object.assign(new Error('of another realm'), { code: 'EACCES' })`);

describe('errorCode', () => {
  it.each([
    ['an error of the system', missing, 'ENOENT'],
    ['an error of another realm', foreign, 'EACCES'],
    ['an error without one', new Error('why'), undefined],
    ['a code that is no text', Object.assign(new Error('why'), { code: 11000 }), undefined],
    ['null', null, undefined],
    ['a text', 'ENOENT', undefined],
  ])('of %s', (_, error, code) => {
    expect(errorCode(error)).toBe(code);
  });
});

describe('messageOf', () => {
  it.each([
    ['an error', new Error('why'), 'why'],
    ['an error of another realm', foreign, 'of another realm'],
    ['a text', 'why', 'why'],
    ['null', null, 'null'],
    ['an object without a message', {}, '[object Object]'],
  ])('of %s', (_, error, message) => {
    expect(messageOf(error)).toBe(message);
  });
});
