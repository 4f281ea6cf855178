import { fileURLToPath } from 'node:url';
import { english } from '@svc-simulator/core';
import { english as englishWords } from '@svc-simulator/test-support/english.ts';
import { describe, expect, it } from 'vitest';
import { helpPages, helpTexts } from '../../test/help-texts.ts';
import { sentencesIn, templateSentences } from '../../test/sentences.ts';
import { spanish } from './es/index.ts';

const packages = fileURLToPath(new URL('../../..', import.meta.url));
const said = sentencesIn(...['cli', 'machine', 'relay'].map((name) => `${packages}${name}/src`));
const written = templateSentences(`${packages}../examples`);
const { sentences, foreign } = spanish;

/** Texts that are the same in both languages, and meant to be. */
const same: ReadonlySet<string> = new Set([
  'error:',
  'terminal',
  '1 webhook',
  '{0} webhooks',
  '1 terminal',
  '{0} bytes',
  '.sim',
  'USD',
  'PENDING',
  'text',
]);

describe('Spanish', () => {
  it('has every text of the help', async () => {
    const [originals, own] = [await helpTexts(english), await helpTexts(spanish)];
    expect(own).toHaveLength(originals.length);
    expect(originals.filter((text, at) => text === own[at] && !same.has(text))).toEqual([]);
  });

  it('is all that the help of a command prints', async () => {
    const lines = (await helpPages(spanish)).flatMap((page) => page.split('\n'));
    expect(lines.length).toBeGreaterThan(900);
    // Names of arguments are syntax, the same in both languages.
    const prose = lines.map((line) => line.replace(/<\w+>|^ {2}\w+(?= )/g, ''));
    expect(prose.filter((line) => englishWords.test(line))).toEqual([]);
  });

  it('has every sentence that is said', () => {
    expect([...said.keys()].filter((text) => !(text in sentences) && !same.has(text))).toEqual([]);
  });

  it('has every comment of what sim init writes', () => {
    expect(written.length).toBeGreaterThan(5);
    expect(written.filter((text) => !(text in sentences))).toEqual([]);
  });

  it('has nothing that nobody says', async () => {
    const used = new Set([...said.keys(), ...written, ...(await helpTexts(english))]);
    expect(
      Object.keys(sentences).filter((text) => !used.has(text) && !/^([\w ]+:|\[\w+\])$/.test(text)),
    ).toEqual([]);
  });

  it('says the same as English only where that is meant', () => {
    const all = Object.entries({ ...sentences, ...foreign });
    expect(all.filter(([text, own]) => text === own && !same.has(text))).toEqual([]);
  });

  it('puts every value of a sentence into it', () => {
    const values = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort();
    const all = Object.entries(sentences);
    expect(all.filter(([text, own]) => `${values(text)}` !== `${values(own)}`)).toEqual([]);
  });
});
