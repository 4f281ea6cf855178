import { expect, it } from 'vitest';
import { Place } from './place.ts';

it('is the sequence up to which everything was taken, in whatever order it was answered', () => {
  const place = new Place(10);
  expect(place.value).toBe(10);
  for (const sequence of [12, 15, 20]) place.begin(sequence);
  expect(place.value).toBe(11);
  place.end(20, true);
  place.end(15, true);
  expect(place.value).toBe(11);
  place.end(12, true);
  expect(place.value).toBe(20);
});

it('waits for what was refused, until it is taken at a later attempt', () => {
  const place = new Place(0);
  place.begin(5);
  place.end(5, false);
  place.begin(7);
  place.end(7, true);
  expect(place.value).toBe(4);
  place.begin(5);
  place.end(5, true);
  expect(place.value).toBe(7);
});

it('stays where it is when the simulator counts nothing', () => {
  const place = new Place(3);
  place.begin(0);
  expect(place.value).toBe(3);
});
