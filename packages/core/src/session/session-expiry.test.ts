import { describe, expect, it } from 'vitest';
import { NOW } from '../../test/samples.ts';
import { commands, decideIn, states } from '../../test/session-cases.ts';

describe('expiry', () => {
  it("follows the account's clock even if the clock was set back after the timer was set", () => {
    const before = { now: NOW - 1000 };
    const timer = { type: 'timer', passedMs: NOW } as const;
    expect(decideIn(states['overdue button'], timer, before).session).toBe(states['overdue button']);
  });

  it.each([
    ['overdue button', 'timer', 'duration', NOW],
    ['overdue request', 'timer', 'due_date', NOW - 1],
    ['overdue request', 'expire', 'due_date', NOW - 1],
    ['button', 'expire', 'operation', NOW],
    ['button', 'force expired', 'control', NOW],
  ] as const)(
    'expires a session (%s) by %s with the reason %s, at its deadline or now, whichever is earlier',
    (state, command, reason, at) => {
      const { session, effects } = decideIn(states[state], commands[command]);
      expect(session.expired).toEqual({ at, reason });
      expect(session.updatedAt).toBe(NOW);
      expect(effects.events.at(-1)).toEqual({
        type: 'session.expired',
        at: NOW,
        sessionId: session.id,
        data: { reason },
      });
    },
  );
});
