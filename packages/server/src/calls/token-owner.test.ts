import { expect, it } from 'vitest';
import { isAlmost } from './token-owner.ts';

const good = 'sim_api_7hQ2xLr9TnVb4mKc8wZd3sYf6gJp1aEu';

it.each([
  good.slice(0, -1),
  good.slice(0, 16),
  good.slice(8),
  good.toUpperCase(),
  good.replace('4mK', '4nK'),
  `${good}.`,
  good.replace('sim_api_', 'sim_con_'),
])('%s is almost it', (sent) => {
  expect(isAlmost(sent, good)).toBe(true);
});

it.each(['', 'sim_api_', 'sim_api_7hQ2', 'sim_api_0000000000000000000000000000000u', 'Ana'])(
  '%s is not',
  (sent) => {
    expect(isAlmost(sent, good)).toBe(false);
  },
);
