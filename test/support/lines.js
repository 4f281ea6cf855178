#!/usr/bin/env node
/**
 * `npm run lines`: prints the size of each package. Counts code without empty lines and comments, and all
 * lines of tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Matches the catalogs of texts, which count as code: a line for each text. */
const isCatalogue = /^packages\/texts\/(?!package)\w+\.json$/;

function filesIn(folder) {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter(
      (file) =>
        (/\.(ts|tsx|js|mjs|cjs|css)$/.test(file) || isCatalogue.test(file)) &&
        !/\/(node_modules|dist|\.artifacts)\/|\/messages\.d\.ts$/.test(file),
    )
    .map((file) => ({ file, text: readFileSync(root + file, 'utf8') }));
}

const linesOfCode = (text) =>
  text
    .replace(/^\s*\/\*[\s\S]*?\*\//gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
const isTest = (file) => /\.test\.tsx?$|\/test\/|^packages\/test-support\/|^test\//.test(file);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const sizes = [...readdirSync(`${root}packages`).map((name) => `packages/${name}`), 'test'].map((name) => {
  const files = filesIn(name);
  return {
    name,
    code: sum(files.filter(({ file }) => !isTest(file)).map(({ text }) => linesOfCode(text))),
    tests: sum(files.filter(({ file }) => isTest(file)).map(({ text }) => text.split('\n').length - 1)),
  };
});
const all = {
  name: 'all',
  code: sum(sizes.map(({ code }) => code)),
  tests: sum(sizes.map(({ tests }) => tests)),
};
for (const { name, code, tests } of [...sizes, all])
  console.log(`${name.padEnd(24)}${String(code).padStart(8)}${String(tests).padStart(8)}`);
