#!/usr/bin/env node
/** Installs the code generators of test/generators, which `npm test` needs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../generators/', import.meta.url));
if (installed() !== requiredVersions())
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });

function requiredVersions() {
  return versionsIn('package-lock.json');
}

/** Returns the installed versions; undefined if nothing is installed. */
function installed() {
  try {
    return versionsIn('node_modules/.package-lock.json');
  } catch {
    return undefined;
  }
}

function versionsIn(file) {
  const { packages } = JSON.parse(readFileSync(`${folder}${file}`, 'utf8'));
  const { devDependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  return JSON.stringify(
    Object.keys(devDependencies).map((name) => packages[`node_modules/${name}`]?.version),
  );
}
