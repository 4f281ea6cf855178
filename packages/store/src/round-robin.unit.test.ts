import { expect, it } from 'vitest';
import { RoundRobin } from './round-robin.ts';

function queueWith(...items: readonly string[]) {
  const queue = new RoundRobin<string>();
  for (const item of items) queue.push(item.slice(0, 1), item);
  return queue;
}

it('serves the owners in turn, and each owner’s items in order', () => {
  const queue = queueWith('a1', 'a2', 'a3', 'b1', 'c1', 'b2');
  const order = Array.from({ length: 7 }, () => queue.shift(() => true));
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
});

it("skips owners that aren't allowed, and keeps their items", () => {
  const queue = queueWith('a1', 'b1', 'a2');
  expect(queue.shift((owner) => owner !== 'a')).toBe('b1');
  expect(queue.shift((owner) => owner !== 'a')).toBeUndefined();
  expect(queue.itemsOf('a')).toEqual(['a1', 'a2']);
  expect([...queue.owners]).toEqual(['a']);
});
