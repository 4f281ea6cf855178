import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { type Slot, Slots } from './slots.ts';

const limits = { perTarget: 2, slowAfterMs: 100, slowPerTarget: 3, slowTotal: 4 };

/** Creates holders of slots by name; the first letter is the target. */
function createHolders(slots: Slots) {
  const order: string[] = [];
  const slotsByName = new Map<string, Slot>();
  return {
    order,
    async take(name: string) {
      slotsByName.set(name, await slots.take(name.slice(0, 1)));
      order.push(name);
    },
    async giveBack(name: string) {
      slotsByName.get(name)?.giveBack();
      await nextTurn();
    },
  };
}
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('Slots', () => {
  it('gives a target at most as many slots as its limit, and queues the other requests in order', async () => {
    const { order, take, giveBack } = createHolders(new Slots(new ManualClock(), limits));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) take(name);
    await nextTurn();
    expect(order).toEqual(['a1', 'a2', 'b1']);
    await giveBack('a2');
    expect(order.slice(3)).toEqual(['a3']);
    await giveBack('a1');
    expect(order.slice(4)).toEqual(['a4']);
  });

  it("passes the slot of a slow request on, and doesn't pass it on again when the request ends", async () => {
    const clock = new ManualClock();
    const { order, take, giveBack } = createHolders(new Slots(clock, limits));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) take(name);
    await clock.advance(99);
    expect(order).toEqual(['a1', 'a2']);
    await clock.advance(1);
    expect(order).toEqual(['a1', 'a2', 'a3', 'a4']);
    await giveBack('a1');
    expect(order).toHaveLength(4);
    await giveBack('a3');
    expect(order.slice(4)).toEqual(['a5']);
  });

  it('limits the slow requests of each target and of all targets, and lets further slow requests keep their slots', async () => {
    const clock = new ManualClock();
    const { order, take, giveBack } = createHolders(new Slots(clock, limits));
    for (let holder = 0; holder < 10; holder++) take(`a${holder}`);
    await clock.advance(1000);
    expect(order).toHaveLength(3 + 2);
    for (let holder = 0; holder < 10; holder++) take(`b${holder}`);
    await clock.advance(1000);
    expect(order.filter((name) => name.startsWith('b'))).toHaveLength(1 + 2);
    await giveBack('a0');
    take('c0');
    await nextTurn();
    expect(order.at(-1)).toBe('c0');
  });
});
