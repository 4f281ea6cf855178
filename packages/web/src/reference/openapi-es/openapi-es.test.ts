import { openApiDocument } from '@svc-simulator/contract';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { examples } from './examples.ts';
import { inSpanish, phrases } from './index.ts';

const english = openApiDocument({ serverUrl: 'http://127.0.0.1:4010', version: '1.2.3' });
const spanish = inSpanish(english);

/** Every text with where it stands; a property may itself be called `description`. */
function textsOf(part: unknown, at = ''): [string, string][] {
  if (typeof part === 'string') return [[at, part]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => textsOf(value, `${at}/${name}`));
}

const isData = (at: string) => /\/(example|examples|enum|const|default)(\/|$)/.test(at);
const isWritten = (text: string) => [...examples].flat().includes(text);
const isSentence = (at: string) => /\/(description|summary)$/.test(at) && !isData(at);

describe('the OpenAPI document in Spanish', () => {
  const [before, after] = [textsOf(english), textsOf(spanish)];

  it('has every sentence translated, with the same names in it', () => {
    const codes = (text: string) => (text.match(/`[^`<]+`/g) ?? []).sort().join();
    const strange = before.filter(([at, text], index) => {
      const [, translated = ''] = after[index] ?? [];
      return isSentence(at) && (translated === text || codes(translated) !== codes(text));
    });
    expect([...new Set(strange.map(([, text]) => text))]).toEqual([]);
  });

  it('is the same in everything else', () => {
    const others = (texts: [string, string][]) =>
      texts.filter(([at, text]) => !isSentence(at) && at !== '/info/title' && !isWritten(text));
    expect(others(after)).toEqual(others(before));
  });

  it('has what a person writes into a body of an example in Spanish', () => {
    const examplesOf = (texts: [string, string][]) =>
      texts.filter(([at]) => /\/example\//.test(at)).map(([, text]) => text);
    const [english, spanish] = [examplesOf(before), examplesOf(after)];
    expect([...examples.keys()].filter((text) => !english.includes(`${text}`))).toEqual([]);
    expect(spanish).toEqual(english.map((text) => examples.get(text) ?? text));
    const names = ['Ana Pérez', 'Café Central C.A.', 'correct horse', 'former horse', 'battery staple'];
    const left = spanish.filter((text) => /^\p{L}+,? \p{L}[^@]*$/u.test(text) && !isWritten(text));
    expect([...new Set(left)].sort()).toEqual(names.sort());
  });

  it('has no sentence that the English one does not have', () => {
    const said = before.filter(([at]) => isSentence(at)).map(([, text]) => text);
    const parts = [
      'The request is understood and cannot be carried out.',
      'Some items were made and others refused.',
    ];
    const fits = (phrase: string) => {
      const pattern = phrase.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return (
        said.includes(phrase) || said.some((text) => new RegExp(`^${pattern.join('.+')}$`, 's').test(text))
      );
    };
    expect(Object.keys(phrases).filter((phrase) => !parts.includes(phrase) && !fits(phrase))).toEqual([]);
  });

  it('is served to who asks for it', async () => {
    await using sim = await TestSimulator.start();
    const titleOf = async (path: string, language: string) =>
      (await sim.send('GET', path, { headers: { 'accept-language': language } })).json.info.title;
    const titles = [english, spanish].map(({ info }) => (info as { title: string }).title);
    expect(await titleOf('/openapi.json', '*')).toBe(titles[0]);
    expect(await titleOf('/openapi.json', 'es')).toBe(titles[1]);
    expect(await titleOf('/openapi.json?lang=es', '*')).toBe(titles[1]);
    expect(await titleOf('/openapi.json?lang=en', 'es')).toBe(titles[0]);
  });
});
