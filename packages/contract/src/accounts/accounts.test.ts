import { describe, expect, it } from 'vitest';
import { faultsOf } from '../fields/faults.ts';
import { loginApi, registerAccount, registerConsoleAccount } from './accounts.ts';

const password = 'correct horse';

describe('the body of a registration', () => {
  it.each(['abc', 'a.b_c@D-9', 'x'.repeat(64)])('takes the name %s', (short_name) => {
    expect(registerConsoleAccount.body().safeParse({ short_name, password }).success).toBe(true);
  });

  it.each(['ab', 'x'.repeat(65), 'a b c', 'café', 'abc\n', ''])('refuses the name %j', (short_name) => {
    const result = registerAccount.body().safeParse({ short_name, password });
    expect(result.error && faultsOf(result.error)).toEqual([
      { detail: 'must have 3 to 64 characters out of a-z A-Z 0-9 . _ @ -', pointer: '/short_name' },
    ]);
  });

  it.each([
    ['x'.repeat(7), 'must have 8 to 200 characters'],
    ['x'.repeat(201), 'must have 8 to 200 characters'],
    [' '.repeat(8), 'must not be empty'],
    [12345678, 'must be a text, not a number'],
  ])('refuses the password %j', (wrong, detail) => {
    const result = registerAccount.body().safeParse({ short_name: 'abc', password: wrong });
    expect(result.error && faultsOf(result.error)).toEqual([{ detail, pointer: '/password' }]);
  });
});

describe('the body of a login', () => {
  it.each(['', 'x', 'x'.repeat(10_000)])('does not judge the form of a password', (wrong) => {
    expect(loginApi.body().safeParse({ short_name: 'any name', password: wrong }).success).toBe(true);
  });

  it('needs both fields', () => {
    const result = loginApi.body().safeParse({});
    expect(result.error && faultsOf(result.error)).toEqual([
      { detail: 'is required', pointer: '/short_name' },
      { detail: 'is required', pointer: '/password' },
    ]);
  });
});
