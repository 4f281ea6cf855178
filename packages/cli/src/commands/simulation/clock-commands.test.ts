import { describe, expect, it } from 'vitest';
import { liveSimulator } from '../../../test/live.ts';

const { sim, data, newSession } = liveSimulator();

describe('sim clock', () => {
  it('shows real time, stops, goes on and goes back', async () => {
    expect((await sim('clock', 'show')).stdout).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}real time\n$/);
    const set = await sim('clock', 'set', '2031-05-04', '--freeze');
    expect(set.code).toBe(0);
    expect(set.stdout).toMatch(/^2031-05-04T00:00:00\.000Z {2}frozen, \d+ d.* ahead\n$/);
    expect(await data('clock', 'show')).toMatchObject({ now: '2031-05-04T00:00:00.000Z', frozen: true });
    expect((await sim('clock', 'unfreeze')).stdout).toMatch(/ {2}running, \d+ d.* ahead\n$/);
    expect((await sim('clock', 'freeze')).stdout).toMatch(/ {2}frozen, /);
    expect((await sim('clock', 'reset')).stdout).toMatch(/ {2}real time\n$/);
  });

  it('lets time pass, in words or short, and what is due happens', async () => {
    const id = await newSession();
    const before = (await data('clock', 'show')).offset_ms;
    const advanced = await data('clock', 'advance', '1', 'hour', '30', 'min');
    expect(advanced.offset_ms - before).toBe(5_400_000);
    expect((await data('session', 'show', id)).status).toBe('expired');
    expect((await sim('clock', 'advance', '90s')).stdout).toMatch(/ {2}running, 1 h 31 min ahead\n$/);
    await sim('clock', 'reset');
  });

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
