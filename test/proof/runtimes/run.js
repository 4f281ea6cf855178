/**
 * `npm run test:runtimes`: proves the packed package in other runtimes than the one that `npm test` runs in, and prints a table.
 *
 *     npm run test:runtimes -- --only bun,26   # some of them, by name or version
 *     npm run test:runtimes -- --write         # puts the table into docs/proof.md
 *
 * The runtimes are npm packages, installed on demand into node_modules/.cache: no dependency of the project, so that `npm ci` stays
 * small. What is proved in each is in proof.mjs. Exit code 1 when something failed.
 */
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runtimes } from './pinned.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/runtimes');
const checks = ['start', 'round trip', 'relay', 'https', 'exec', 'testing library', 'globals unchanged'];

const { values } = parseArgs({ options: { write: { type: 'boolean' }, only: { type: 'string' } } });
const wanted = values.only?.toLowerCase().split(',');
const chosen = runtimes.filter(
  ({ label, version }) =>
    !wanted || wanted.some((word) => label.toLowerCase() === word || version.startsWith(word)),
);

const folder = mkdtempSync(join(tmpdir(), 'svc-simulator-runtimes-'));
try {
  await installPackedIn(folder);
  const rows = [];
  // One after the other: a runtime that has to share two cores with another fails by its own time-outs.
  for (const runtime of chosen) rows.push({ runtime, results: await proveIn(runtime) });
  const table = tableOf(rows);
  console.log(`\n${table}`);
  if (values.write) writeTable(table);
  if (rows.some(({ results }) => checks.some((check) => results[check] !== 'ok'))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The package as a user gets it, in a folder with nothing else. */
async function installPackedIn(folder) {
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    {
      cwd: root,
    },
  );
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const tarball = join(folder, stdout.trim());
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', tarball], { cwd: folder });
  copyFileSync(new URL('proof.mjs', import.meta.url), join(folder, 'proof.mjs'));
  copyFileSync(join(root, 'docs/en/recipes.md'), join(folder, 'recipes.md'));
}

async function proveIn(runtime) {
  const command = await binaryOf(runtime);
  const words = runtime.label === 'Deno' ? ['run', '--allow-all', '--node-modules-dir=manual'] : [];
  const results = {};
  const { code, stdout, stderr } = await run(command, [...words, 'proof.mjs'], {
    cwd: folder,
    anyCode: true,
  });
  for (const line of stdout.split('\n').filter((text) => text.startsWith('{'))) {
    const { check, error } = JSON.parse(line);
    results[check] = error ? 'FAILED' : 'ok';
    console.log(`${runtime.label} ${runtime.version}  ${check}  ${error ?? 'ok'}`);
  }
  if (checks.some((check) => !results[check])) console.log(`ended with ${code}\n${stderr}`);
  return results;
}

/** Installs the runtime unless it is there, and answers its binary. */
async function binaryOf({ package: name, version }) {
  const home = join(cache, `${name}-${version}`);
  const binary = join(home, 'node_modules/.bin', name.startsWith('node-') ? 'node' : name);
  if (!existsSync(binary)) {
    mkdirSync(home, { recursive: true });
    console.log(`installing ${name}@${version}`);
    const words = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', home, `${name}@${version}`];
    await run('npm', words, { cwd: home });
  }
  return binary;
}

function run(command, words, { cwd, anyCode = false }) {
  return new Promise((resolve, reject) => {
    // What npm sets for its scripts would steer the npm that is started here.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_|SIM_|NODE_OPTIONS$)/i.test(name)),
    );
    const child = spawn(command, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const text = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'])
      child[stream].setEncoding('utf8').on('data', (part) => {
        text[stream] += part;
      });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 || anyCode) resolve({ code, ...text });
      else
        reject(new Error(`${command} ${words.join(' ')} ended with ${code}\n${text.stdout}${text.stderr}`));
    });
  });
}

function tableOf(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(['Runtime', ...checks]),
    line(['---', ...checks.map(() => '---')]),
    ...rows.map(({ runtime: { label, version }, results }) =>
      line([`${label} ${version}`, ...checks.map((check) => results[check] ?? 'FAILED')]),
    ),
  ].join('\n');
}

function writeTable(table) {
  const file = join(root, 'docs/proof.md');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  const surroundings = `${process.platform} ${process.arch}, ${availableParallelism()} cores`;
  const lastRun = `Last run: ${day}, svc-simulator ${version}, ${surroundings}.`;
  const text = readFileSync(file, 'utf8');
  const between = /(?<=<!-- runtimes -->\n).*(?=<!-- \/runtimes -->)/s;
  writeFileSync(
    file,
    text.replace(between, () => `${lastRun}\n\n${table}\n`),
  );
}
