/**
 * Builds what ships: `dist/`, with an entry for each binary and each `svc-simulator/…`, and chunks that load
 * on demand. It runs in `npm ci`, so it checks no types: a fault in a test must not break an install.
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

// Written next to `dist`, then renamed: a `sim` that starts during a build finds either all old files or all
// new ones.
const fresh = await mkdtemp(join(root, 'node_modules', '.dist-'));
await chmod(fresh, 0o755);
const { output } = await bundle.write({ dir: fresh, ...writing, codeSplitting: { groups: chunkGroups() } });
await bundle.close();
await writeSharingModule('testing', ['testing/src/sessions-api.ts', 'testing/src/testing-api.ts']);
await writeStandaloneModules(root, fresh);
const moduleIds = [
  ...output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])),
  ...modulesInPages,
];
const schema = 'sim.config.schema.json';
await copyFile(join(root, 'packages/cli', schema), join(fresh, schema));
await writeFile(
  join(fresh, 'THIRD-PARTY-LICENSES.txt'),
  await licensesOf(moduleIds.filter((id) => !isLeftOut(id))),
);
const former = `${fresh}-former`;
await rename(dist, former).catch((error) => {
  if (error.code !== 'ENOENT') throw error;
});
await rename(fresh, dist);
await rm(former, { recursive: true, force: true });

/**
 * Writes `svc-simulator/testing` once for `import` and for `require`, so that a process has one copy, with
 * its types for both.
 */
async function writeSharingModule(name, types) {
  const { exports } = output.find((chunk) => chunk.isEntry && chunk.name === name);
  const parts = await Promise.all(types.map((file) => readFile(join(root, 'packages', file), 'utf8')));
  await Promise.all([
    writeFile(
      join(fresh, `${name}.mjs`),
      `import ${name} from './${name}.cjs';\n\nexport const { ${exports.join(', ')} } = ${name};\n`,
    ),
    writeTypes(name, parts.join('\n').replace(/^import type [^;]*;\n/gm, ''), fresh),
  ]);
}

/**
 * An install without development dependencies must succeed, so a missing bundler is no error; `bin` reports
 * it. npm warns about a script called `prepare`, so it is called `dependencies`.
 */
function withoutRolldown(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || process.env.npm_lifecycle_event !== 'dependencies')
    throw error;
  console.error('not built: rolldown is not installed; run npm ci');
  process.exit(0);
}
