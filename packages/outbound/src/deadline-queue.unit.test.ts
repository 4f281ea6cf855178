import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { DeadlineQueue } from './deadline-queue.ts';

describe('DeadlineQueue', () => {
  it('fires each deadline at its own time in order, and never one that has ended', async () => {
    const clock = new ManualClock(0);
    const deadlines = new DeadlineQueue(clock, 100);
    const passes: string[] = [];
    const recordPass = (name: string) => () => passes.push(`${name}@${clock.now()}`);
    const first = deadlines.start(recordPass('first'));
    await clock.advance(10);
    const middle = deadlines.start(recordPass('middle'));
    deadlines.start(recordPass('same moment'));
    await clock.advance(10);
    const last = deadlines.start(recordPass('last'));
    first.end();
    middle.end();
    await clock.advance(500);
    expect(passes).toEqual(['same moment@110', 'last@120']);
    last.end();
  });

  it('continues after it was empty, with one timer for any number of deadlines', async () => {
    const clock = new ManualClock(0);
    let timers = 0;
    const after = clock.after.bind(clock);
    clock.after = (ms, callback) => {
      timers++;
      return after(ms, callback);
    };
    const deadlines = new DeadlineQueue(clock, 100);
    for (let turn = 0; turn < 1000; turn++) deadlines.start(() => {}).end();
    expect(timers).toBe(1);
    await clock.advance(1000);
    let hasPassed = false;
    deadlines.start(() => {
      hasPassed = true;
    });
    await clock.advance(99);
    expect(hasPassed).toBe(false);
    await clock.advance(1);
    expect(hasPassed).toBe(true);
  });

  it('fires after its duration, however the clock is changed meanwhile', async () => {
    for (const byMs of [-3_600_000, 600_000]) {
      const clock = new ManualClock(0);
      const deadlines = new DeadlineQueue(clock, 100);
      const passes: number[] = [];
      deadlines.start(() => passes.push(1)).end();
      await clock.advance(40);
      deadlines.start(() => passes.push(2));
      clock.jump(byMs);
      deadlines.start(() => passes.push(3));
      await clock.advance(99);
      expect(passes).toEqual([]);
      await clock.advance(1);
      expect(passes).toEqual([2, 3]);
    }
  });

  it('fires all deadlines early on request, with a mark, including ones that are set meanwhile', () => {
    const deadlines = new DeadlineQueue(new ManualClock(0), 100);
    const early: string[] = [];
    deadlines.start((isEarly) => {
      early.push(`first ${isEarly}`);
      deadlines.start((again) => early.push(`second ${again}`));
    });
    deadlines.passAll();
    expect(early).toEqual(['first true', 'second true']);
  });
});
