import { describe, expect, it } from 'vitest';
import { commands, DUE, decideIn, states } from '../../test/session-cases.ts';

describe('scheduled accreditation', () => {
  it('happens once, at its time', () => {
    expect(decideIn(states.scheduled, commands.timer, { now: DUE - 1 }).session).toBe(states.scheduled);
    const { session, data } = decideIn(states.scheduled, commands.timer, { now: DUE });
    expect(session).toMatchObject({
      status: 'paid',
      accreditation: 'accredited',
      accreditationDue: null,
      updatedAt: DUE,
    });
    expect(data).toEqual([
      { source: 'schedule', total_credits: 1, total_amount_ves: 1220.11, total_amount_ves_credited: 1207.91 },
    ]);
    expect(decideIn(session, commands.timer, { now: DUE + 1 }).session).toBe(session);
  });

  it('happens at the end of its delay even if the clock was set back', () => {
    const timer = { type: 'timer', passedMs: DUE } as const;
    const { session } = decideIn(states.scheduled, timer, { now: DUE - 3_600_000 });
    expect(session).toMatchObject({ accreditation: 'accredited', updatedAt: DUE - 3_600_000 });
    const other = { type: 'timer', passedMs: DUE - 1 } as const;
    expect(decideIn(states.scheduled, other, { now: DUE - 3_600_000 }).session).toBe(states.scheduled);
  });
});
