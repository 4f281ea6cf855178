import { expect, it } from 'vitest';
import { countdownAt } from './countdown.ts';

it.each([
  [600_000, '10:00', false, false],
  [60_001, '1:01', false, false],
  [60_000, '1:00', true, false],
  [9_000, '0:09', true, false],
  [1, '0:01', true, false],
  [0, '0:00', true, true],
  [-5_000, '0:00', true, true],
])('shows the time %i ms before the end as %s', (leftMs, clock, isSoon, isOver) => {
  expect(countdownAt(leftMs)).toEqual({ clock, isSoon, isOver });
});
