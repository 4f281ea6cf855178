import { describe, expect, it } from 'vitest';
import { commands, decided, states } from '../../test/session-cases.ts';

describe('forced outcomes', () => {
  it('fail with source and reason control', () => {
    expect(decided(states.button, commands['force failed']).data[1]).toEqual({
      source: 'control',
      reason: 'bank_rejected',
    });
  });

  it('stand in the trace when they are not admitted', () => {
    const { session, data } = decided(states.failed, commands['force paid']);
    expect(session).toBe(states.failed);
    expect(data).toEqual([
      { leg: 1, outcome: 'paid', admitted: false, reason: 'leg 1 invalid from state failed' },
    ]);
  });
});
