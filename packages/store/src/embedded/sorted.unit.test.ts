import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insert, placeOf, withdraw } from './sorted.ts';

it('keeps a sorted list equal to a sorted copy after any insertions and removals', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ seq: fc.nat(50), stays: fc.boolean() })), (steps) => {
      const list: { seq: number }[] = [];
      const model = new Map<number, { seq: number }>();
      for (const { seq, stays } of steps) {
        const held = model.get(seq);
        if (held && !stays) {
          withdraw(list, held);
          model.delete(seq);
          withdraw(list, held);
        } else if (!held) {
          model.set(seq, { seq });
          insert(list, model.get(seq) as { seq: number });
        }
        expect(list).toEqual([...model.values()].sort((a, b) => a.seq - b.seq));
        expect(placeOf(list, seq)).toBe(list.filter((one) => one.seq < seq).length);
      }
    }),
  );
});
