import { expect, it } from 'vitest';
import { findNearest } from './nearest.ts';

it.each([
  ['strat', ['start', 'status', 'trace'], ['start']],
  ['--prot', ['--port', '--host'], ['--port']],
  ['sesion', ['session', 'settings'], ['session']],
  ['acredited', ['accredited', 'created'], ['accredited']],
  ['pad', ['paid', 'pay'], ['paid', 'pay']],
  ['logs', ['pos', 'calls'], []],
  ['pay', ['replay'], []],
  ['up', ['pos', 'env'], []],
  ['payments', ['payment', 'payout'], ['payment']],
])('finds names that are at most two letters away from %s', (word, choices, expected) => {
  expect(findNearest(word, choices)).toEqual(expected);
});
