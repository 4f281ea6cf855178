import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';

const START = Date.UTC(2026, 0, 1);
const YEAR = 365 * 86_400_000;

describe('ManualClock', () => {
  it('stands still until it is advanced', async () => {
    const clock = new ManualClock(START);
    expect(clock.now()).toBe(START);
    await clock.advance(5);
    expect(clock.now()).toBe(START + 5);
    await clock.advanceTo(START + 3);
    expect(clock.now()).toBe(START + 5);
  });

  it('fires due timers in order, ties in the order of setting, each at its own time', async () => {
    const clock = new ManualClock(START);
    const fired: [string, number][] = [];
    const note = (name: string) => () => fired.push([name, clock.now() - START]);
    clock.at(START + 20, note('second'));
    clock.at(START + 10, note('first'));
    clock.at(START + 20, note('third'));
    clock.at(START + 21, note('not yet'));
    clock.at(START - 1, note('overdue'));
    await clock.advance(20);
    expect(fired).toEqual([
      ['overdue', 0],
      ['first', 10],
      ['second', 20],
      ['third', 20],
    ]);
  });

  it('fires timers that are set on the way, over any distance', async () => {
    const clock = new ManualClock(START);
    const fired: number[] = [];
    clock.at(START + YEAR, () => {
      fired.push(1);
      clock.at(START + YEAR + 1, () => fired.push(2));
      clock.at(START + YEAR + 2, () => fired.push(3));
    });
    await clock.advanceTo(START + YEAR + 1);
    expect(fired).toEqual([1, 2]);
  });

  it('lets promises settle between timers', async () => {
    const clock = new ManualClock(START);
    const seen: string[] = [];
    clock.at(START + 1, () => {
      Promise.resolve().then(() => seen.push('work of the first'));
    });
    clock.at(START + 2, () => seen.push('second'));
    await clock.advance(2);
    expect(seen).toEqual(['work of the first', 'second']);
  });

  it('forgets a canceled timer, however often and even after it fired', async () => {
    const clock = new ManualClock(START);
    let count = 0;
    const cancel = clock.at(START + 1, () => count++);
    cancel();
    cancel();
    const fired = clock.at(START + 1, () => count++);
    await clock.advance(1);
    fired();
    await clock.advance(1);
    expect(count).toBe(1);
  });

  it('jumps without any time passing', async () => {
    const clock = new ManualClock(START);
    const fired: string[] = [];
    const jumps: number[] = [];
    clock.at(START + 10, () => fired.push('at'));
    clock.after(10, () => fired.push('after'));
    clock.onJump((byMs) => jumps.push(byMs));
    const began = clock.elapsed();
    clock.jump(-1000);
    await clock.advance(10);
    expect([clock.now(), clock.elapsed() - began, fired, jumps]).toEqual([
      START - 990,
      10,
      ['after'],
      [-1000],
    ]);
    clock.jump(2000);
    await clock.advance(0);
    expect([clock.elapsed() - began, fired]).toEqual([10, ['after', 'at']]);
  });
});
