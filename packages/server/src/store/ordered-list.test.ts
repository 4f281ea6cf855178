import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderedList } from './ordered-list.ts';

interface Item {
  readonly seq: number;
}

describe('an ordered list', () => {
  it('holds what a sorted array would', () => {
    const step = fc.record({ add: fc.boolean(), pick: fc.nat(4000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), fc.nat(3000), fc.nat(4000), (steps, filled, before) => {
        const items = new Map<number, Item>();
        const list = new OrderedList<Item>();
        const add = (seq: number) => {
          if (items.has(seq)) return;
          const item = { seq };
          items.set(seq, item);
          list.add(item);
        };
        for (let seq = 0; seq < filled; seq++) add(seq * 2);
        for (const { add: adds, pick } of steps) {
          if (adds) add(pick);
          else {
            const item = items.get(pick);
            if (item) list.remove(item);
            items.delete(pick);
          }
        }
        const sorted = [...items.keys()].sort((a, b) => a - b);
        expect([...list].map(({ seq }) => seq)).toEqual(sorted);
        expect(list.size).toBe(sorted.length);
        const newest = sorted.filter((seq) => seq < before).reverse();
        expect(list.newest(before, 50).map(({ seq }) => seq)).toEqual(newest.slice(0, 50));
        expect(list.newest(Number.POSITIVE_INFINITY, 5).map(({ seq }) => seq)).toEqual(
          sorted.reverse().slice(0, 5),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('leaves alone what it does not hold', () => {
    const list = new OrderedList<Item>();
    list.remove({ seq: 1 });
    const held = { seq: 1 };
    list.add(held);
    list.remove({ seq: 1 });
    list.remove({ seq: 2 });
    expect([...list]).toEqual([held]);
  });

  it('can be emptied and filled again', () => {
    const list = new OrderedList<Item>();
    for (let round = 0; round < 3; round++) {
      const items = Array.from({ length: 2000 }, (_, seq) => ({ seq }));
      for (const item of items) list.add(item);
      for (const item of items.reverse()) list.remove(item);
      expect(list.newest(Number.POSITIVE_INFINITY, 10)).toEqual([]);
      expect(list.size).toBe(0);
    }
  });
});
