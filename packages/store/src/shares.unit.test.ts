import { expect, it } from 'vitest';
import { Shares } from './shares.ts';

/** Lets each owner take all it may. */
function fill(shares: Shares, owners: readonly string[]): void {
  for (const owner of owners) shares.add(owner, shares.roomOf(owner));
}

it('gives an owner a third of the places, or the requested part of that', () => {
  const shares = new Shares(300);
  expect([shares.roomOf('a'), shares.roomOf('a', 0.25)]).toEqual([100, 25]);
  shares.add('a', 40);
  expect([shares.roomOf('a'), shares.roomOf('a', 0.25)]).toEqual([60, 0]);
});

it('leaves places for the next owner, however many others have taken their share', () => {
  const shares = new Shares(4096);
  fill(
    shares,
    Array.from({ length: 15 }, (_, number) => `flood ${number}`),
  );
  expect(shares.total).toBeLessThan(4096);
  expect(shares.roomOf('quiet')).toBeGreaterThan(0);
});

it('gives an owner one place when all are taken', () => {
  const shares = new Shares(3);
  shares.add('a', 3);
  expect([shares.roomOf('a'), shares.roomOf('b')]).toEqual([0, 1]);
});

it('counts each returned place once', () => {
  const shares = new Shares(300);
  shares.add('a', 2);
  for (let time = 0; time < 3; time++) shares.giveBack('a');
  expect([shares.total, shares.heldBy('a'), [...shares.owners]]).toEqual([0, 0, []]);
});

it('restarts from a count', () => {
  const shares = new Shares(300);
  shares.add('a', 100);
  shares.recount(600, [['b', 30]]);
  expect([shares.total, shares.roomOf('a'), shares.roomOf('b')]).toEqual([30, 190, 170]);
});
