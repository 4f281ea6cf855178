/** The programs here are CommonJS (package.json beside this file), since Node 20 starts that sooner than modules. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** The oldest Node that works; `engines` in the package's package.json says the same, but npm only warns of it. */
const OLDEST = [20, 18, 1];

/** Runs one of the bundled programs with this process's arguments; the program ends the process with its exit code. */
exports.run = function run(name) {
  const version = process.versions.node;
  if (isOlder(version)) {
    fail(
      `svc-simulator needs Node.js ${OLDEST.join('.')} or newer; this is ${version}. Install one from https://nodejs.org`,
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
  const at = OLDEST.findIndex((wanted, index) => wanted !== parts[index]);
  return at >= 0 && parts[at] < OLDEST[at];
}

function fail(text) {
  console.error(`error: ${text}`);
  process.exitCode = 1;
}
