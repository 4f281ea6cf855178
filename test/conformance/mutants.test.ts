import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inSimulator } from '../proof/mutants/judged.js';
import { mutants } from '../proof/mutants/mutants.js';
import { judge } from '../proof/mutants/suite.ts';
import { root } from '../support/program.ts';

/* One of the mutants of `npm run test:mutants`. */
const SAMPLE = 'signature-without-the-dot';

it('contains a hundred mutants, each of which changes exactly one place in the sources', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(100);
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  const places = mutants.map(({ id, file, text }) => [
    id,
    readFileSync(root + file, 'utf8').split(text).length - 1,
  ]);
  expect(places.filter(([, count]) => count !== 1)).toEqual([]);
});

it(`detects the mutant ${SAMPLE}`, async () => {
  const mutant = mutants.find(({ id }) => id === SAMPLE);
  const verdicts = await inSimulator(mutant, (url) => judge(url, { first: true, generated: false }));
  expect(verdicts?.differs).not.toEqual([]);
});
