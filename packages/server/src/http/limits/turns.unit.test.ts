import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('gives every second turn to those who are known, however many newcomers wait', async () => {
  const turns = new Turns(1);
  const served: string[] = [];
  const ask = (owner: string, isKnown = false) =>
    turns.take(async () => void served.push(owner), owner, isKnown);
  // The regular has been served before, the newcomers have not.
  const all = [ask('regular', true), ...['new 1', 'new 2', 'new 3', 'new 4'].map((owner) => ask(owner))];
  all.push(ask('regular', true));
  await Promise.all(all);
  expect(served.slice(1, 3)).toContain('regular');
  expect(served).toHaveLength(6);
});

it('lets no crowd of those who are known keep newcomers waiting', async () => {
  const turns = new Turns(1);
  const served: string[] = [];
  const ask = (owner: string, isKnown = false) =>
    turns.take(async () => void served.push(owner), owner, isKnown);
  await Promise.all([...['a', 'b', 'c', 'd'].map((owner) => ask(owner, true)), ask('new')]);
  expect(served.slice(0, 3)).toContain('new');
});
