import { ManualClock } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

const limits = { perTarget: 2, slowAfterMs: 100, slowPerTarget: 3, slowTotal: 4 };

/** Tasks that run until they are told to end, and which of them have begun. */
function tasks(slots: Slots) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    start(name: string) {
      const [target = ''] = name.split(' ');
      return slots.run(target, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      });
    },
    async end(name: string) {
      ends.get(name)?.();
      await turn();
    },
  };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('Slots', () => {
  it('runs as many tasks of a target as it has slots, the others in the order in which they came', async () => {
    const { begun, start, end } = tasks(new Slots(new ManualClock(), limits));
    for (const name of ['a 1', 'a 2', 'a 3', 'a 4', 'b 1']) start(name);
    await turn();
    expect(begun).toEqual(['a 1', 'a 2', 'b 1']);
    await end('a 2');
    expect(begun.slice(3)).toEqual(['a 3']);
    await end('a 1');
    expect(begun.slice(4)).toEqual(['a 4']);
  });

  it('gives the slot of a slow task to the next one, and takes no second one when the slow one ends', async () => {
    const clock = new ManualClock();
    const { begun, start, end } = tasks(new Slots(clock, limits));
    for (const name of ['a 1', 'a 2', 'a 3', 'a 4', 'a 5']) start(name);
    await clock.advance(99);
    expect(begun).toEqual(['a 1', 'a 2']);
    await clock.advance(1);
    expect(begun).toEqual(['a 1', 'a 2', 'a 3', 'a 4']);
    await end('a 1');
    expect(begun).toHaveLength(4);
    await end('a 3');
    expect(begun.slice(4)).toEqual(['a 5']);
  });

  it('bounds the slow ones of a target and of all, after which slots are kept', async () => {
    const clock = new ManualClock();
    const { begun, start, end } = tasks(new Slots(clock, limits));
    for (let task = 0; task < 10; task++) start(`a ${task}`);
    await clock.advance(1000);
    expect(begun).toHaveLength(3 + 2);
    for (let task = 0; task < 10; task++) start(`b ${task}`);
    await clock.advance(1000);
    expect(begun.filter((name) => name.startsWith('b'))).toHaveLength(1 + 2);
    await end('a 0');
    start('c 0');
    await turn();
    expect(begun.at(-1)).toBe('c 0');
  });

  it('passes on what a task resolves or rejects with, and goes on after it', async () => {
    const slots = new Slots(new ManualClock(), { ...limits, perTarget: 1 });
    const failed = slots.run('a', () => Promise.reject(new Error('on purpose')));
    const next = slots.run('a', () => Promise.resolve('next'));
    await expect(failed).rejects.toThrow('on purpose');
    expect(await next).toBe('next');
  });
});
