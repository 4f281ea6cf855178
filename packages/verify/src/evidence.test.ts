import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { differences } from '@svc-simulator/contract';
import { expect, it } from 'vitest';
import { everyCase } from './every-case.ts';
import { confidencePage, evidence } from './evidence.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('has a case for what was decided, or the test that judges what no case can', () => {
  const bare = [...evidence()].filter(([, { state, test }]) => state === 'decided' && test === null);
  const fromElsewhere = differences().filter(({ provenance }) => provenance === 'spec');
  expect(bare.map(([id]) => id).filter((id) => fromElsewhere.every((one) => one.id !== id))).toEqual([]);
});

it('names tests that there are, and entries that there are', () => {
  const tests = [...evidence().values()].flatMap(({ test }) => test ?? []);
  expect(tests.length).toBeGreaterThan(20);
  expect(tests.filter((test) => !existsSync(`${root}${test}`))).toEqual([]);
  const entries = everyCase().filter(({ judges }) => /^[a-z-]+\.\S+$/.test(judges));
  expect(entries.filter(({ judges }) => !evidence().has(judges)).map(({ id }) => id)).toEqual([]);
  // What is no entry quotes the specification: its section, and its words.
  const quotes = everyCase().filter(({ judges }) => !evidence().has(judges));
  expect(
    quotes.filter(({ judges }) => !/^[A-Z][\w/ -]+( \(.*\))?: ./.test(judges)).map(({ judges }) => judges),
  ).toEqual([]);
});

it('is told in docs/confidence.md', async () => {
  await expect(confidencePage()).toMatchFileSnapshot(`${root}docs/confidence.md`);
});
