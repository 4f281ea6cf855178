/**
 * Builds `dist/` of the published package: an entry for each binary and for each import `svc-simulator/…`, and
 * chunks that load on demand. `npm ci` runs it, so it doesn't check types: a type error in a test must not
 * break an install.
 */
import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chunkGroups } from './chunk-groups.js';
import { isLeftOut } from './left-out.js';
import { licensesOf } from './licenses.js';
import { modulesInPages } from './page-parts.js';
import { bundling, writing } from './settings.js';
import { writeStandaloneModules, writeTypes } from './standalone-modules.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dist = join(root, 'dist');

const { rolldown } = await import('rolldown').catch(withoutRolldown);
const bundle = await rolldown({
  cwd: root,
  input: {
    sim: 'packages/cli/src/run-sim.ts',
    relay: 'packages/cli/src/run-relay.ts',
    testing: 'packages/testing/src/index.ts',
  },
  ...bundling,
});

// Written elsewhere and then renamed: a `sim` that starts during a build finds either all old files or all new
// ones.
const newDist = await mkdtemp(join(root, 'node_modules', '.dist-'));
await chmod(newDist, 0o755);
const { output } = await bundle.write({ dir: newDist, ...writing, codeSplitting: { groups: chunkGroups() } });
await bundle.close();
await writeSharingModule('testing', ['testing/src/sessions-api.ts', 'testing/src/testing-api.ts']);
await writeStandaloneModules(root, newDist);
const moduleIds = [
  ...output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])),
  ...modulesInPages,
];
const schema = 'sim.config.schema.json';
await copyFile(join(root, 'packages/cli', schema), join(newDist, schema));
await writeFile(
  join(newDist, 'THIRD-PARTY-LICENSES.txt'),
  await licensesOf(moduleIds.filter((id) => !isLeftOut(id))),
);
const oldDist = `${newDist}-old`;
await rename(dist, oldDist).catch((error) => {
  if (error.code !== 'ENOENT') throw error;
});
await rename(newDist, dist);
await rm(oldDist, { recursive: true, force: true });

/**
 * Writes an ES module that re-exports the CommonJS file, and the types of both. A process that uses `import`
 * and `require` then has one copy of the code.
 */
async function writeSharingModule(name, types) {
  const { exports } = output.find((chunk) => chunk.isEntry && chunk.name === name);
  const parts = await Promise.all(types.map((file) => readFile(join(root, 'packages', file), 'utf8')));
  await Promise.all([
    writeFile(
      join(newDist, `${name}.mjs`),
      `import ${name} from './${name}.cjs';\n\nexport const { ${exports.join(', ')} } = ${name};\n`,
    ),
    writeTypes(name, parts.join('\n').replace(/^import type [^;]*;\n/gm, ''), newDist),
  ]);
}

/**
 * Ends the build without an error if the bundler is missing during `npm install`, because an install without
 * development dependencies must succeed. `bin/run.js` then reports that `dist` is missing. The npm script is
 * called `dependencies`, because npm warns about one called `prepare`.
 */
function withoutRolldown(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || process.env.npm_lifecycle_event !== 'dependencies')
    throw error;
  console.error('not built: rolldown is not installed; run npm ci');
  process.exit(0);
}
