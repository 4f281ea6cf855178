import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertSorted, lowerBoundOfSeq, removeSorted } from './sorted.ts';

it('keeps a list sorted after any insertions and removals', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ seq: fc.nat(50), isKept: fc.boolean() })), (steps) => {
      const list: { seq: number }[] = [];
      const model = new Map<number, { seq: number }>();
      for (const { seq, isKept } of steps) {
        const existing = model.get(seq);
        if (existing && !isKept) {
          removeSorted(list, existing);
          model.delete(seq);
          removeSorted(list, existing);
        } else if (!existing) {
          model.set(seq, { seq });
          insertSorted(list, model.get(seq) as { seq: number });
        }
        expect(list).toEqual([...model.values()].sort((a, b) => a.seq - b.seq));
        expect(lowerBoundOfSeq(list, seq)).toBe(list.filter((one) => one.seq < seq).length);
      }
    }),
  );
});
