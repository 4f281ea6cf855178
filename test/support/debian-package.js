import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Installs a Debian package if the program is missing. Without root or apt-get, prints what to install and
 * ends the process, because no test may be skipped.
 * @param {{ tests: string, name: string, program: string, isThere: () => boolean,
 *   env?: Record<string, string> }} wanted
 */
export function ensureDebianPackage({ tests, name, program, isThere, env = {} }) {
  if (isThere()) return;
  /** @param {string} why */
  const giveUp = (why) => {
    console.error(`${tests} need ${program}: ${why}.`);
    console.error(`Install it (Debian, Ubuntu: sudo apt-get install ${name}) and run npm test again.`);
    process.exit(1);
  };
  if (process.getuid?.() !== 0) giveUp('it is missing, and only root may install it');
  if (!process.env.PATH?.split(delimiter).some((folder) => isExecutable(join(folder, 'apt-get')))) {
    giveUp('it is missing, and there is no apt-get here to install it with');
  }
  console.error(`${tests}: ${program} is missing; installing Debian's package "${name}" (takes a minute)`);
  /** @param {string[]} args */
  const apt = (...args) => {
    const { status, error } = spawnSync('apt-get', ['-qq', ...args], {
      // Output goes to stderr, because stdout is for the results of the test run.
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
    });
    if (status !== 0) giveUp(`apt-get ${args[0]} failed (${error?.message ?? `exit code ${status}`})`);
  };
  apt('update');
  apt('install', '-y', '--no-install-recommends', name);
  if (!isThere()) giveUp(`apt-get installed the package "${name}", but the program is not there`);
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the path of the tests' browser: the headless Chromium, which is faster, or else the full Chromium.
 */
export function browserPath() {
  return ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(isExecutable);
}
