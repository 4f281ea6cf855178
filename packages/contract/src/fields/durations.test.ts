import { expect, it } from 'vitest';
import { formatDuration, parseDurationMs } from './durations.ts';

it.each([
  ['90s', 90_000],
  ['14d', 1_209_600_000],
  ['14 days', 1_209_600_000],
  ['1 day', 86_400_000],
  ['1h 30m', 5_400_000],
  ['1h30min', 5_400_000],
  ['2 Weeks', 1_209_600_000],
  ['1.5 s', 1500],
  ['0ms', 0],
  ['14 días', 1_209_600_000],
  ['1 Hora 30 minutos', 5_400_000],
  ['2 semanas 1 dia', 1_296_000_000],
])('parses the duration %j', (text, ms) => {
  expect(parseDurationMs(text)).toBe(ms);
});

it.each(['', '14', 'days', '14 dayz', '-1d', '1d-', '1e3s', '1 ss', 'd14', '1d 2', '1,5s', '14d;'])(
  'refuses the duration %j',
  (text) => {
    expect(parseDurationMs(text)).toBeNull();
  },
);

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [60_001, '1 min'],
  [5_400_000, '1 h 30 min'],
  [2_591_999_999, '29 d 23 h'],
])('formats %j ms as a duration', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
