import { ManualClock } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { DeadlineQueue } from './deadline-queue.ts';

describe('DeadlineQueue', () => {
  it('lets each deadline pass at its own time, in order, and those that were ended not at all', async () => {
    const clock = new ManualClock(0);
    const deadlines = new DeadlineQueue(clock, 100);
    const passed: string[] = [];
    const note = (name: string) => () => passed.push(`${name}@${clock.now()}`);
    const first = deadlines.start(note('first'));
    await clock.advance(10);
    const middle = deadlines.start(note('middle'));
    deadlines.start(note('same moment'));
    await clock.advance(10);
    const last = deadlines.start(note('last'));
    first.end();
    middle.end();
    await clock.advance(500);
    expect(passed).toEqual(['same moment@110', 'last@120']);
    last.end();
  });

  it('goes on after it ran empty, and sets one timer for any number of deadlines', async () => {
    const clock = new ManualClock(0);
    let timers = 0;
    const counting = {
      now: () => clock.now(),
      at(atMs: number, callback: () => void) {
        timers++;
        return clock.at(atMs, callback);
      },
      after: () => () => {},
    };
    const deadlines = new DeadlineQueue(counting, 100);
    for (let turn = 0; turn < 1000; turn++) deadlines.start(() => {}).end();
    expect(timers).toBe(1);
    await clock.advance(1000);
    let passed = false;
    deadlines.start(() => {
      passed = true;
    });
    await clock.advance(99);
    expect(passed).toBe(false);
    await clock.advance(1);
    expect(passed).toBe(true);
  });

  it('tells those that it lets pass early, also ones that are set meanwhile', () => {
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
