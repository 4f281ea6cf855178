import { expect, it } from 'vitest';
import { AttemptLimits } from './attempt-limits.ts';

const NOW = 1_000_000;

/** Tries to log in with the name `shop`; the status of its refusal. */
function tries(limits: AttemptLimits, client: string, accepted: boolean, now = NOW): number | undefined {
  const attempt = limits.begin('login', client, now);
  const refusal = attempt.refusal ?? attempt.named('shop');
  if (!refusal) attempt.ended(accepted);
  return refusal?.status;
}

it('slows a name down from however many clients, but for one that has logged in with it', () => {
  const limits = new AttemptLimits();
  expect(tries(limits, 'own', true)).toBeUndefined();
  for (let client = 1; client <= 10; client++)
    for (let count = 1; count <= 10; count++) expect(tries(limits, `c${client}`, false)).toBeUndefined();
  expect(tries(limits, 'c11', false)).toBe(429);
  expect(tries(limits, 'elsewhere', true)).toBe(429);
  expect(tries(limits, 'own', true)).toBeUndefined();
  expect(tries(limits, 'elsewhere', true, NOW + 3000)).toBeUndefined();
  // By now it has logged in with it too.
  expect(tries(limits, 'elsewhere', true, NOW + 3000)).toBeUndefined();
});
