#!/usr/bin/env node
/**
 * Runs before the tests: those of the PostgreSQL store start servers of their own from Debian's binaries. Silent when they
 * are there; installs them when it may (root, apt-get); otherwise says what to install and fails, because none of these tests
 * is ever skipped.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** One folder a version; the package's wrappers on the path do without `initdb`. */
const installed = '/usr/lib/postgresql';

if (!hasServer()) install();

function install() {
  if (process.getuid?.() !== 0) giveUp('it is missing, and only root may install it');
  if (!process.env.PATH?.split(delimiter).some((folder) => isExecutable(join(folder, 'apt-get')))) {
    giveUp('it is missing, and there is no apt-get here to install it with');
  }
  console.error(`database tests: no server in ${installed}; installing Debian's package "postgresql"`);
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'postgresql');
  if (!hasServer()) giveUp('apt-get installed the package "postgresql", but the server is not there');
}

/** @param {string[]} args */
function apt(...args) {
  const { status, error } = spawnSync('apt-get', ['-qq', ...args], {
    // Data on stdout belongs to the test run; apt-get's chatter goes to stderr.
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    // The tests start what they need; a service of the machine would only be in the way.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  if (status !== 0) giveUp(`apt-get ${args[0]} failed (${error?.message ?? `exit code ${status}`})`);
}

/** @param {string} why */
function giveUp(why) {
  console.error(`database tests need a PostgreSQL server in ${installed}: ${why}.`);
  console.error('Install it (Debian, Ubuntu: sudo apt-get install postgresql) and run npm test again.');
  process.exit(1);
}

function hasServer() {
  try {
    return readdirSync(installed).some((version) => isExecutable(join(installed, version, 'bin', 'initdb')));
  } catch {
    return false;
  }
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
