#!/usr/bin/env node
/**
 * Part of `npm run lint`: checks that pages and messages are plain English and Spanish. `--counts` prints the
 * number of hits of each rule, and `--list RULE` prints every hit of one rule. `--write` stores the present
 * numbers as the maximum for each file.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rules } from './language-rules.js';
import { markdownBlocks, proseLines, splitSentences } from './sentences.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ceilings = new URL('language-ceilings.json', import.meta.url);
const { values: options } = parseArgs({
  options: { counts: { type: 'boolean' }, list: { type: 'string' }, write: { type: 'boolean' } },
});

const MOST_WORDS_IN_PARAGRAPH = 60;
const MOST_WORDS_IN_CELL = 20;
const LONGEST_LINE = 100;

const countWords = (text) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
const read = (file) => readFileSync(root + file, 'utf8');

const hits = [];
const add = (file, rule, level, place, text) => hits.push({ file, rule, level, place, text });

function checkSentences(language, file, place, text) {
  for (const sentence of splitSentences(text))
    for (const [rule, level, test] of rules[language])
      if (typeof test === 'function' ? test(sentence) : test.test(sentence))
        add(file, rule, level, place, sentence);
}

function checkPage(language, file) {
  const source = read(file);
  for (const { kind, line, text } of markdownBlocks(source)) {
    checkSentences(language, file, line, text);
    if (kind === 'paragraph' && countWords(text) > MOST_WORDS_IN_PARAGRAPH)
      add(file, 'paragraph', 'look', line, text);
    if (kind === 'cell' && countWords(text) > MOST_WORDS_IN_CELL) add(file, 'cell', 'look', line, text);
  }
  for (const { line, text } of proseLines(source))
    if (text.length > LONGEST_LINE && !/^\s*\||https?:|^\s*!?\[/.test(text))
      add(file, 'line', 'look', line, text);
}

for (const language of Object.keys(rules)) {
  const readme = language === 'en' ? 'README.md' : `README.${language}.md`;
  const pages = readdirSync(`${root}docs/${language}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${language}/${name}`);
  for (const file of [readme, ...pages]) checkPage(language, file);
  const catalogue = `packages/texts/${language}.json`;
  for (const [key, text] of Object.entries(JSON.parse(read(catalogue))))
    checkSentences(language, `${catalogue}#${key.split('.')[0]}`, key, String(text));
}

const looks = {};
for (const { file, rule, level } of hits)
  if (level === 'look') {
    looks[file] ??= {};
    looks[file][rule] = (looks[file][rule] ?? 0) + 1;
  }

if (options.list) {
  for (const { file, rule, place, text } of hits)
    if (rule === options.list) console.log(`${file}:${place}\t${text.replaceAll('\n', ' ')}`);
} else if (options.counts) {
  const counts = new Map();
  for (const { file, rule, level } of hits) {
    const language = /\bes\b/.test(file) ? 'es' : 'en';
    const name = `${language} ${level} ${rule}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const [name, count] of [...counts].sort((one, other) => other[1] - one[1]))
    console.log(`${String(count).padStart(5)}  ${name}`);
} else if (options.write) {
  writeFileSync(ceilings, `${JSON.stringify(looks, null, 2)}\n`);
} else {
  const limits = JSON.parse(readFileSync(ceilings, 'utf8'));
  const isTooMany = ({ file, rule, level }) =>
    level === 'ban' || looks[file][rule] > (limits[file]?.[rule] ?? 0);
  for (const hit of hits.filter(isTooMany)) {
    console.error(`${hit.file}:${hit.place} ${hit.rule}: ${hit.text.replaceAll('\n', ' ')}`);
    process.exitCode = 1;
  }
}
