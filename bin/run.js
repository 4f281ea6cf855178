/** The programs are CommonJS (see `package.json` here), because Node 20 starts ES modules more slowly. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** The same version as `engines` in the root `package.json`, about which npm only warns. */
const MIN_NODE_VERSION = [20, 18, 1];

/** Runs a bundled program with this process's arguments; the program sets the exit code. */
exports.run = function run(name) {
  const version = process.versions.node;
  if (isOlder(version)) {
    fail(
      `svc-simulator needs Node.js ${MIN_NODE_VERSION.join('.')} or newer; this is ${version}. Install one from https://nodejs.org`,
    );
    return;
  }
  const program = join(__dirname, '..', 'dist', `${name}.cjs`);
  if (!existsSync(program)) {
    fail('svc-simulator is not built: dist is missing. Run: npm ci');
    return;
  }
  require(program).main(process);
};

function isOlder(version) {
  const parts = version.split('.').map(Number);
  const index = MIN_NODE_VERSION.findIndex((minimum, position) => minimum !== parts[position]);
  return index >= 0 && parts[index] < MIN_NODE_VERSION[index];
}

function fail(text) {
  console.error(`error: ${text}`);
  process.exitCode = 1;
}
