import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';

const START = Date.UTC(2026, 0, 1);
const YEAR = 365 * 86_400_000;

describe('ManualClock', () => {
  it('shows the same time until it is advanced', async () => {
    const clock = new ManualClock(START);
    expect(clock.now()).toBe(START);
    await clock.advance(5);
    expect(clock.now()).toBe(START + 5);
    await clock.advanceTo(START + 3);
    expect(clock.now()).toBe(START + 5);
  });

  it('fires due timers in order, each at its own time, and simultaneous timers in the order in which they were set', async () => {
    const clock = new ManualClock(START);
    const fires: [string, number][] = [];
    const note = (name: string) => () => fires.push([name, clock.now() - START]);
    clock.at(START + 20, note('second'));
    clock.at(START + 10, note('first'));
    clock.at(START + 20, note('third'));
    clock.at(START + 21, note('not yet'));
    clock.at(START - 1, note('overdue'));
    await clock.advance(20);
    expect(fires).toEqual([
      ['overdue', 0],
      ['first', 10],
      ['second', 20],
      ['third', 20],
    ]);
  });

  it('fires timers that are set during an advance, however far the advance goes', async () => {
    const clock = new ManualClock(START);
    const fires: number[] = [];
    clock.at(START + YEAR, () => {
      fires.push(1);
      clock.at(START + YEAR + 1, () => fires.push(2));
      clock.at(START + YEAR + 2, () => fires.push(3));
    });
    await clock.advanceTo(START + YEAR + 1);
    expect(fires).toEqual([1, 2]);
  });

  it('lets promises settle between timers', async () => {
    const clock = new ManualClock(START);
    const steps: string[] = [];
    clock.at(START + 1, () => {
      Promise.resolve().then(() => steps.push('work of the first'));
    });
    clock.at(START + 2, () => steps.push('second'));
    await clock.advance(2);
    expect(steps).toEqual(['work of the first', 'second']);
  });

  it('never fires a canceled timer, even if it is canceled twice or after it fired', async () => {
    const clock = new ManualClock(START);
    let count = 0;
    const cancel = clock.at(START + 1, () => count++);
    cancel();
    cancel();
    const cancelTimer = clock.at(START + 1, () => count++);
    await clock.advance(1);
    cancelTimer();
    await clock.advance(1);
    expect(count).toBe(1);
  });

  it('changes the time in a jump, but not the elapsed time', async () => {
    const clock = new ManualClock(START);
    const fires: string[] = [];
    const jumps: number[] = [];
    clock.at(START + 10, () => fires.push('at'));
    clock.after(10, () => fires.push('after'));
    clock.onJump((byMs) => jumps.push(byMs));
    const began = clock.elapsed();
    clock.jump(-1000);
    await clock.advance(10);
    expect([clock.now(), clock.elapsed() - began, fires, jumps]).toEqual([
      START - 990,
      10,
      ['after'],
      [-1000],
    ]);
    clock.jump(2000);
    await clock.advance(0);
    expect([clock.elapsed() - began, fires]).toEqual([10, ['after', 'at']]);
  });
});
