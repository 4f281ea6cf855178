import { expect, it } from 'vitest';
import { AttemptLimits } from './attempt-limits.ts';

const NOW = 1_000_000;
type Kind = Parameters<AttemptLimits['begin']>[0];

/** Makes an attempt with the name `shop` and returns the status of its refusal. */
function tryName(limits: AttemptLimits, client: string, isAccepted: boolean, kind: Kind = 'login') {
  const attempt = limits.begin(kind, client, NOW);
  const refusal = attempt.refusal ?? attempt.countName('shop');
  if (!refusal) attempt.end(isAccepted);
  return refusal?.status;
}

it.each(['login', 'registration', 'code', 'registration_code'] as const)(
  'accepts a valid %s from another network while 200 clients guess',
  (kind) => {
    const limits = new AttemptLimits();
    for (let client = 1; client <= 200; client++)
      for (let count = 1; count <= 12; count++) tryName(limits, `192.0.2.${client}`, false, kind);
    expect(tryName(limits, '192.0.2.1', true, kind)).toBe(429);
    expect(tryName(limits, '198.51.100.7', true, kind)).toBeUndefined();
  },
);

it.each(['login', 'registration'] as const)(
  'accepts a client that has completed a %s with the name, even if others in its network guess',
  (kind) => {
    const limits = new AttemptLimits();
    expect(tryName(limits, 'class', true, kind)).toBeUndefined();
    for (let count = 1; count <= 20; count++) tryName(limits, 'class', false);
    expect(tryName(limits, 'class', true)).toBeUndefined();
    for (let count = 1; count <= 20; count++) tryName(limits, 'other', false);
    expect(tryName(limits, 'other', true)).toBe(429);
  },
);

it('allows all networks of an IPv6 site together twice the guesses of one client', () => {
  const limits = new AttemptLimits();
  let guesses = 0;
  for (let network = 0; network < 256; network++)
    for (let count = 0; count < 5; count++)
      if (tryName(limits, `2001:db8:1:${network.toString(16)}::/64`, false, 'code') === undefined) guesses++;
  expect(guesses).toBe(10);
  expect(tryName(limits, '2001:db8:2::/64', true, 'code')).toBeUndefined();
});
