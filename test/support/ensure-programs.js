#!/usr/bin/env node
/** Installs the browsers, databases, and shells that the tests need, from Debian's packages. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { browserPath, ensureDebianPackage, isExecutable } from './debian-package.js';

/** Contains a directory for each version, with `initdb`, which isn't on the PATH. */
const postgres = '/usr/lib/postgresql';

ensureDebianPackage({
  tests: 'browser tests',
  name: 'chromium-headless-shell',
  program: 'chromium-headless-shell, or chromium, in /usr/bin',
  isThere: () => browserPath() !== undefined,
});

ensureDebianPackage({
  tests: 'database tests',
  name: 'postgresql',
  program: `a PostgreSQL server in ${postgres}`,
  isThere: hasServer,
  // At this run level, the package doesn't start a system service, which the tests don't need.
  env: { RUNLEVEL: '1' },
});

const jq = '/usr/bin/jq';
ensureDebianPackage({
  tests: 'tests of docs/en/data.md',
  name: 'jq',
  program: jq,
  isThere: () => isExecutable(jq),
});

// The shells of `sim completion`, except bash, which is installed, and PowerShell, which Debian doesn't have.
for (const shell of ['zsh', 'fish']) {
  const program = `/usr/bin/${shell}`;
  ensureDebianPackage({
    tests: 'tests of shell completion',
    name: shell,
    program,
    isThere: () => isExecutable(program),
  });
}

function hasServer() {
  try {
    return readdirSync(postgres).some((version) => isExecutable(join(postgres, version, 'bin', 'initdb')));
  } catch {
    return false;
  }
}
