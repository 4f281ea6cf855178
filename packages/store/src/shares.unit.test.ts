import { expect, it } from 'vitest';
import { Shares } from './shares.ts';

/** Makes each owner take all its free places. */
function takeAllFreePlaces(shares: Shares, owners: readonly string[]): void {
  for (const owner of owners) shares.add(owner, shares.freePlacesOf(owner));
}

it('gives an owner a third of the free places, or the requested part of a third', () => {
  const shares = new Shares(300);
  expect([shares.freePlacesOf('a'), shares.freePlacesOf('a', 0.25)]).toEqual([100, 25]);
  shares.add('a', 40);
  expect([shares.freePlacesOf('a'), shares.freePlacesOf('a', 0.25)]).toEqual([60, 0]);
});

it('leaves a place for the next owner, however many owners use places', () => {
  const shares = new Shares(4096);
  takeAllFreePlaces(
    shares,
    Array.from({ length: 15 }, (_, number) => `flood ${number}`),
  );
  expect(shares.total).toBeLessThan(4096);
  expect(shares.freePlacesOf('quiet')).toBeGreaterThan(0);
});

it('gives an owner one place even if all places are used', () => {
  const shares = new Shares(3);
  shares.add('a', 3);
  expect([shares.freePlacesOf('a'), shares.freePlacesOf('b')]).toEqual([0, 1]);
});

it('counts each released place once', () => {
  const shares = new Shares(300);
  shares.add('a', 2);
  for (let time = 0; time < 3; time++) shares.release('a');
  expect([shares.total, shares.countOf('a'), [...shares.owners]]).toEqual([0, 0, []]);
});

it('replaces its counts by those of a recount', () => {
  const shares = new Shares(300);
  shares.add('a', 100);
  shares.recount(600, [['b', 30]]);
  expect([shares.total, shares.freePlacesOf('a'), shares.freePlacesOf('b')]).toEqual([30, 190, 170]);
});
