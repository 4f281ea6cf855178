import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

interface Vector {
  readonly secret_key: string;
  readonly timestamp: string;
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}

const pages = pageLanguages.map((language) => new DocPage('terminals.md', language));
const [page] = pages as [DocPage, DocPage];
const vectors: readonly Vector[] = JSON.parse(page.block('json', 'secret_key'));

/** Code of the page in each language, within a program that signs each vector. */
const programs: readonly [language: string, command: string, file: string, program: string][] = [
  [
    'python',
    'python3',
    'sign.py',
    `import json
for v in json.load(open("vectors.json")):
    print(sign(v["secret_key"], v["timestamp"], v["url"], v["body"].encode()))`,
  ],
  [
    'js',
    process.execPath,
    'sign.mjs',
    `import { readFileSync } from 'node:fs';
for (const { secret_key, timestamp, url, body } of JSON.parse(readFileSync('vectors.json', 'utf8')))
  console.log(sign(secret_key, timestamp, url, body));`,
  ],
];

it.each(programs)(
  'shows code in %s that computes the signatures printed on the page',
  async (language, command, file, program) => {
    const cwd = scratchFolder();
    writeFileSync(`${cwd}/vectors.json`, JSON.stringify(vectors));
    writeFileSync(`${cwd}/${file}`, `${page.block(language, 'sign')}\n${program}\n`);
    const output = await stdoutOf(startProgram(command, [file], { cwd }));
    expect(output.trim().split('\n')).toEqual(vectors.map(({ signature }) => signature));
  },
);

it('shows the same code and signatures in both languages', () => {
  const [english, spanish] = pages.map(({ blocks }) => blocks);
  expect(spanish).toEqual(english);
  expect(english?.map(({ language }) => language)).toEqual([
    'python',
    'kotlin',
    'csharp',
    'go',
    'js',
    'php',
    'json',
  ]);
});
