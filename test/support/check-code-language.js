#!/usr/bin/env node
/**
 * Part of `npm run lint`: checks that comments, exported names, and test titles are plain English. `--census`
 * prints only the number of places that break each rule, and `--list RULE` prints every such place.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { participles, titleVerbs } from './code-words.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options, positionals } = parseArgs({
  options: { census: { type: 'boolean' }, list: { type: 'string' } },
  allowPositionals: true,
});

const BANNED_OPENING = /^(?:What|Of|Whether|Whoever|Who has)\b/;
const BANNED_WORDS =
  /\b(?:anew|for ever|in place of|whoever|that there (?:is|are)|does nothing twice)\b|\bbeside\b|\bmend(?:s|ed)?\b|\bstands? (?=in\b|at\b|there\b|before\b|after\b|above\b|below\b)/i;
const ONLY_DIRECTIVE = /^(?:biome-ignore|@ts-|knip|v8 ignore|@vite)/;

function sourceFiles(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|tsx|js|mjs)$/.test(file) && !file.endsWith('.d.ts'))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist|\.artifacts|fixtures)\//.test(file))
    .map((file) => join(path, file));
}

const isTestFile = (file) => /\.test\.tsx?$|^test\/|^packages\/test-support\//.test(file);

function scriptKindOf(file) {
  if (file.endsWith('.tsx')) return ts.ScriptKind.TSX;
  return /\.m?js$/.test(file) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
}

/** Lists the comments of a file; line comments that follow each other are one comment. */
function commentsOf(source) {
  const text = source.getFullText();
  const ranges = new Map();
  const collect = (commentRanges) => {
    for (const range of commentRanges ?? []) ranges.set(range.pos, range);
  };
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    collect(ts.getLeadingCommentRanges(text, node.getFullStart()));
    collect(ts.getTrailingCommentRanges(text, node.getEnd()));
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  const comments = [];
  for (const range of [...ranges.values()].sort((one, other) => one.pos - other.pos)) {
    const isLine = range.kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const last = comments.at(-1);
    const words = text
      .slice(range.pos, range.end)
      .replace(/^\/\*+|\*+\/$|^\/\//g, '')
      .replace(/^\s*\*/gm, '')
      .trim();
    const continues = isLine && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, range.pos));
    if (continues) Object.assign(last, { end: range.end, words: `${last.words} ${words}` });
    else comments.push({ pos: range.pos, end: range.end, isLine, words });
  }
  return comments.filter(
    ({ words }) => words !== '' && !words.startsWith('!') && !ONLY_DIRECTIVE.test(words),
  );
}

/**
 * Lists the names that a file declares, each with its position and whether it is exported or at the top
 * level.
 */
function namesOf(source) {
  const names = [];
  const visit = (node) => {
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isBindingElement(node);
    if (isDeclaration && node.name && ts.isIdentifier(node.name)) {
      const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
      const isTopLevel = statement.parent === source;
      const isExported =
        isTopLevel &&
        (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      // A destructured member has the name that the object declares, so it isn't a new name.
      const isTakenOver = ts.isBindingElement(node) && !node.propertyName;
      if (!isTakenOver)
        names.push({ pos: node.name.getStart(source), name: node.name.text, isTopLevel, isExported });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Lists the titles of the tests of a file; `describe` names a unit and is free. */
function titlesOf(source) {
  const titles = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.arguments[0]) {
      const callee = node.expression.getText(source);
      const [title] = node.arguments;
      const isText = ts.isStringLiteralLike(title) || ts.isTemplateExpression(title);
      if (isText && /^it(?:\.\w+)*(?=$|\()/.test(callee) && !/\.(?:each|skipIf|runIf)$/.test(callee))
        titles.push({ pos: title.getStart(source), title: title.getText(source).slice(1, -1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

const breaches = [];
const counts = { comments: 0, productionComments: 0, titles: 0, topLevelNames: new Map() };

function check(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKindOf(file));
  const report = (rule, pos, words) => {
    const { line } = source.getLineAndCharacterOfPosition(pos);
    breaches.push({ rule, file, line: line + 1, words });
  };
  for (const { pos, words } of commentsOf(source)) {
    counts.comments += 1;
    if (!isTestFile(file)) counts.productionComments += 1;
    if (BANNED_OPENING.test(words)) report('comment-opening', pos, words);
    if (BANNED_WORDS.test(words)) report('comment-words', pos, words);
  }
  for (const { pos, name, isExported, isTopLevel } of namesOf(source)) {
    if (participles.has(name)) report(isExported ? 'exported-participle' : 'participle', pos, name);
    if (isTopLevel && !isTestFile(file))
      counts.topLevelNames.set(name, [...(counts.topLevelNames.get(name) ?? []), file]);
  }
  for (const { pos, title } of titlesOf(source)) {
    counts.titles += 1;
    const [first = ''] = title.split(/[\s,]/);
    if (!titleVerbs.has(first)) report('test-title', pos, title);
    if (BANNED_WORDS.test(title)) report('title-words', pos, title);
  }
}

const paths = positionals.length > 0 ? positionals : ['packages', 'test'];
for (const path of paths)
  for (const file of sourceFiles(join(root, path)).sort()) check(relative(root, file));

/**
 * Maximum numbers of local participles, and of top-level names that more than one file declares. Lower them
 * whenever the counts shrink.
 */
const MOST = { productionParticiples: 2, testParticiples: 5, ambiguousNames: 106 };
const tally = {};
for (const breach of breaches) tally[breach.rule] = [...(tally[breach.rule] ?? []), breach];
const ambiguous = [...counts.topLevelNames].filter(([, files]) => new Set(files).size > 1);

if (options.list === 'ambiguous') {
  for (const [name, files] of ambiguous) console.log(`${name}\t${files.join(' ')}`);
} else if (options.list) {
  for (const { file, line, words } of tally[options.list] ?? [])
    console.log(`${file}:${line}\t${words.replaceAll(/\s+/g, ' ')}`);
} else if (options.census) {
  for (const [rule, list] of Object.entries(tally))
    console.log(`${String(list.length).padStart(6)}  ${rule}`);
  console.log(`${String(ambiguous.length).padStart(6)}  top-level names declared in more than one file`);
  console.log(
    `${String(counts.comments).padStart(6)}  comments, ${counts.productionComments} of them in production code`,
  );
  console.log(`${String(counts.titles).padStart(6)}  test titles`);
} else {
  const failures = breaches.filter(({ rule }) => rule !== 'participle');
  for (const { rule, file, line, words } of failures) console.error(`${file}:${line} ${rule}: ${words}`);
  const local = tally.participle ?? [];
  const testParticiples = local.filter(({ file }) => isTestFile(file)).length;
  const numbers = {
    productionParticiples: local.length - testParticiples,
    testParticiples,
    ambiguousNames: ambiguous.length,
  };
  const grown = Object.entries(numbers).filter(([name, count]) => count > MOST[name]);
  for (const [name, count] of grown)
    console.error(`${name}: ${count} where at most ${MOST[name]} are allowed`);
  if (failures.length + grown.length > 0) process.exitCode = 1;
}
