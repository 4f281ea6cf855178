#!/usr/bin/env node
/**
 * Runs before the tests: the browser tests drive Debian's chromium. Silent when it is there; installs it when it may
 * (root, apt-get); otherwise says what to install and fails, because no browser test is ever skipped.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const chromium = '/usr/bin/chromium';

if (!isExecutable(chromium)) install();

function install() {
  if (process.getuid?.() !== 0) giveUp('it is missing, and only root may install it');
  if (!process.env.PATH?.split(delimiter).some((folder) => isExecutable(join(folder, 'apt-get')))) {
    giveUp('it is missing, and there is no apt-get here to install it with');
  }
  console.error(
    `browser tests: ${chromium} is missing; installing Debian's package "chromium" (takes a minute)`,
  );
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium');
  if (!isExecutable(chromium))
    giveUp('apt-get installed the package "chromium", but the program is not there');
}

/** @param {string[]} args */
function apt(...args) {
  const { status, error } = spawnSync('apt-get', ['-qq', ...args], {
    // Data on stdout belongs to the test run; apt-get's chatter goes to stderr.
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) giveUp(`apt-get ${args[0]} failed (${error?.message ?? `exit code ${status}`})`);
}

/** @param {string} why */
function giveUp(why) {
  console.error(`browser tests need ${chromium}: ${why}.`);
  console.error('Install it (Debian, Ubuntu: sudo apt-get install chromium) and run npm test again.');
  process.exit(1);
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
