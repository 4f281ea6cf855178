import { expect, it } from 'vitest';
import * as client from './index.ts';

it('makes this public', () => {
  expect(Object.keys(client).sort()).toEqual([
    'InvalidTokenError',
    'ProblemError',
    'UnexpectedAnswerError',
    'UnreachableError',
    'createClient',
    'fetchTrusting',
    'fetchWith',
    'followStream',
    'followTrace',
    'messagesOf',
    'problemOf',
    'trustOf',
    'urlOf',
    'valueAt',
  ]);
});
