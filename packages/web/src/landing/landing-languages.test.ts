import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texts } from './texts.ts';

let sim: TestSimulator;
beforeAll(async () => {
  sim = await TestSimulator.start();
});
afterAll(() => sim.close());

const ask = (path: string, language: string, accept = 'text/html') =>
  sim.send('GET', path, { headers: { accept, 'accept-language': language } });

describe.each([
  ['/', (language: 'en' | 'es') => texts[language].landing.title],
  ['/fidelidad', (language: 'en' | 'es') => texts[language].fidelity.heading],
] as const)('the page %s', (path, titleIn) => {
  it.each([
    [path, 'es-VE, en;q=0.5', 'es'],
    [path, 'en-GB', 'en'],
    [path, '*', 'en'],
    [`${path}?lang=es`, 'en', 'es'],
    [`${path}?lang=en`, 'es', 'en'],
    [`${path}?lang=xx`, 'es', 'es'],
  ] as const)('at %s with %s is in %s, and leads to the other one', async (target, header, language) => {
    const { status, headers, text } = await ask(target, header);
    expect([status, headers.get('content-language')]).toEqual([200, language]);
    expect(headers.get('vary')).toContain('accept-language');
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${titleIn(language)}</h1>`);
    expect(text).toContain(`href="?lang=${language === 'es' ? 'en' : 'es'}"`);
  });
});

describe('the list of /fidelidad', () => {
  it('has one form in both languages, and sentences in the one that is asked for', async () => {
    const [english, spanish] = [
      (await ask('/fidelidad', '*', 'application/json')).json,
      (await ask('/fidelidad?lang=es', '*', 'application/json')).json,
    ];
    const plain = ({ summary, ...others }: { summary: string }) => others;
    expect(spanish.data.differences.map(plain)).toEqual(english.data.differences.map(plain));
    const same = english.data.differences.filter(
      ({ summary }: { summary: string }, at: number) => summary === spanish.data.differences[at].summary,
    );
    expect(same).toEqual([]);
  });
});

it('says everything in both languages', () => {
  const sentences = (part: unknown): string[] =>
    typeof part === 'function'
      ? [part('1')]
      : typeof part === 'string'
        ? [part]
        : Object.values(part as object).flatMap(sentences);
  const [english, spanish] = [sentences(texts.en), sentences(texts.es)];
  expect(spanish).toHaveLength(english.length);
  const same = spanish.filter((sentence, at) => sentence === english[at]);
  // Commands, paths and names of sources.
  expect(same.filter((text) => !/^(npx |\/|field$|decided$|spec$)/.test(text))).toEqual([]);
});
