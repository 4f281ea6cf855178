/**
 * `npm run test:runtimes`: tests the packed package in several runtimes and prints a table; `npm run
 * test:runtimes -- bun 26` selects some by name or version. The runtimes are npm packages, installed on
 * demand into node_modules/.cache instead of as dependencies, so that `npm ci` stays fast. proof.mjs has the
 * checks. Exit code 1 if a check fails.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const node = (version) => ({
  label: 'Node',
  version,
  package: `node-${platform().replace('win32', 'win')}-${arch()}`,
});

/** The runtimes, each as an npm package at one version. */
const runtimes = [
  // The oldest version that package.json supports.
  node('20.19.0'),
  node('22.23.3'),
  node('24.21.0'),
  node('26.10.0'),
  { label: 'Bun', version: '1.4.5', package: 'bun' },
  { label: 'Deno', version: '2.9.6', package: 'deno' },
];
const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/runtimes');
const checks = ['start', 'round trip', 'relay', 'https', 'exec', 'testing library', 'globals unchanged'];

const requestedNames = process.argv.slice(2).map((word) => word.toLowerCase());
const chosenRuntimes = runtimes.filter(
  ({ label, version }) =>
    requestedNames.length === 0 ||
    requestedNames.some((word) => label.toLowerCase() === word || version.startsWith(word)),
);

const folder = mkdtempSync(join(tmpdir(), 'svc-simulator-runtimes-'));
try {
  await installPackedIn(folder);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const table = [line(['Runtime', ...checks]), line(['---', ...checks.map(() => '---')])];
  // One after the other, because simultaneous runtimes could exceed their timeouts.
  for (const runtime of chosenRuntimes) {
    const results = await proveIn(runtime);
    const cells = checks.map((check) => results[check] ?? 'FAILED');
    table.push(line([`${runtime.label} ${runtime.version}`, ...cells]));
    if (cells.some((cell) => cell !== 'ok')) process.exitCode = 1;
  }
  console.log(`\n${table.join('\n')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Installs the packed package in an empty directory, like a user. */
async function installPackedIn(folder) {
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    { cwd: root },
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

/** Returns the runtime's binary, and installs it first if necessary. */
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
    // npm sets variables for its scripts, and they would affect the npm that is started here.
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
