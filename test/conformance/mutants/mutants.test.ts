import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DEVIATIONS } from '../stranger/deviations.js';
import { startStranger } from '../stranger/server.js';
import { inSimulator } from './judged.js';
import { mutants } from './mutants.js';
import { inItsWords, judge } from './suite.ts';

/*
 * A sample of `npm run test:mutants`, which judges all of them.
 */
const SAMPLE = 'signature-without-the-dot';
const DEVIATING = 'foreign-403';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('has a hundred mutants, each of which stands for one place in the sources', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(100);
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  const places = mutants.map(({ id, file, text }) => [
    id,
    readFileSync(root + file, 'utf8').split(text).length - 1,
  ]);
  expect(places.filter(([, count]) => count !== 1)).toEqual([]);
});

it(`catches the mutant ${SAMPLE}`, async () => {
  const mutant = mutants.find(({ id }) => id === SAMPLE);
  const judged = await inSimulator(mutant, (url) => judge(url, { first: true, generated: false }));
  expect(judged?.differs).toHaveLength(1);
});

it('finds nothing wrong with a server that somebody else wrote from the specification', async () => {
  const stranger = await startStranger();
  try {
    const { differs, matches } = await judge(stranger.url, inItsWords);
    expect(differs.map((one) => [one.case.id, ...one.differences])).toEqual([]);
    expect(matches).toBeGreaterThan(300);
  } finally {
    await stranger.close();
  }
});

it(`names the deviation ${DEVIATING} of that server`, async () => {
  expect(DEVIATIONS.some((deviation) => deviation.name === DEVIATING)).toBe(true);
  const stranger = await startStranger({ deviations: [DEVIATING] });
  try {
    const { differs } = await judge(stranger.url, { ...inItsWords, first: true });
    expect(differs).toHaveLength(1);
  } finally {
    await stranger.close();
  }
});
