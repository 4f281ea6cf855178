import { describe, expect, it } from 'vitest';
import { liveSimulator } from '../../../test/live.ts';

const { sim, newSession } = liveSimulator();

describe('sim clock', () => {
  it('is what ages are told by', async () => {
    await sim('clock', 'set', '2031-05-04', '--freeze');
    const id = await newSession();
    expect((await sim('session', 'show', id)).stdout).toMatch(/^created +now$/m);
    await sim('clock', 'advance', '5 min');
    expect((await sim('session', 'show', id)).stdout).toMatch(/^created +5 min ago$/m);
    const jump = await sim('clock', 'set', '2031-05-17');
    expect(jump.stderr).toBe('');
    const week = await sim('clock', 'advance', '7 days');
    expect(week.stdout).not.toContain('gone');
    const month = await sim('clock', 'advance', '30 days');
    expect(month.stdout).toContain(
      '\n1 session is gone: data are kept for 14 days after their last change\n',
    );
    const year = await sim('clock', 'set', '2032-01-01');
    expect(year.stderr).toContain('What had not changed for 14 days by then is gone');
    await sim('clock', 'reset');
  });

  it('that was set back leaves what happened ahead of it at its own time', async () => {
    await sim('clock', 'set', '2031-05-04T10:00:00Z', '--freeze');
    const id = await newSession();
    await sim('clock', 'reset');
    expect((await sim('session', 'show', id)).stdout).toMatch(/^created +2031-05-04 10:00$/m);
  });
});
