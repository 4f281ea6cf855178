import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets so many work at once, in the order in which they came, also after one that failed', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const works = [0, 1, 2, 3, 4].map((number) =>
    turns.take(() => {
      begun.push(number);
      return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
    }),
  );
  await settle();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('no'));
  await expect(works[1]).rejects.toThrow('no');
  await settle();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.resolve();
  ends[2]?.resolve();
  await settle();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  ends[3]?.resolve();
  ends[4]?.resolve();
  await Promise.all([works[0], works[2], works[3], works[4]]);
  let third = false;
  turns.take(() => new Promise(() => {}));
  turns.take(() => new Promise(() => {}));
  turns.take(async () => {
    third = true;
  });
  await settle();
  expect(third).toBe(false);
});

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
