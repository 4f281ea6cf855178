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
    await sim('clock', 'reset');
  });

  it('says what a duration or a time looks like', async () => {
    const duration = await sim('clock', 'advance', 'a', 'while');
    expect([duration.code, duration.stderr]).toEqual([
      2,
      'error: a while is no duration; write it like 90s, 14d, 14 days or 1h 30m\n',
    ]);
    const time = await sim('clock', 'set', 'tomorrow');
    expect([time.code, time.stderr]).toEqual([2, expect.stringContaining('ISO 8601')]);
  });
});
