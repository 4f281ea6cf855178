import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from '../../support/program.ts';
import { DEVIATIONS } from '../stranger/deviations.js';
import { startStranger } from '../stranger/server.js';
import { inSimulator } from './judged.js';
import { mutants } from './mutants.js';
import { judge, judgeStranger } from './suite.ts';

/*
 * A sample of `npm run test:mutants`, which judges all of them.
 */
const SAMPLE = 'signature-without-the-dot';
const DEVIATING = 'foreign-403';

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
  expect(judged?.differs).not.toEqual([]);
});

it('finds nothing wrong with a server that somebody else wrote from the specification', async () => {
  const stranger = await startStranger();
  try {
    const { differs, matches } = await judgeStranger(stranger.url);
    expect(differs).toEqual([]);
    expect(matches).toBeGreaterThan(300);
  } finally {
    await stranger.close();
  }
});

it(`names the deviation ${DEVIATING} of that server`, async () => {
  expect(DEVIATIONS.some((deviation) => deviation.name === DEVIATING)).toBe(true);
  const stranger = await startStranger({ deviations: [DEVIATING] });
  try {
    const { differs } = await judgeStranger(stranger.url, { first: true });
    expect(differs).not.toEqual([]);
  } finally {
    await stranger.close();
  }
});
