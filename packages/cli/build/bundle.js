/**
 * Builds what ships: `dist/`, with an entry for each binary, one for each `svc-simulator/…`, and a chunk for what is loaded on demand. Workspaces and
 * dependencies are inlined, so that `bin` and `dist` run without `node_modules`. It runs in `npm ci` (dependencies), so it
 * neither checks types nor builds anything that is not shipped: a fault in a test must not break a user's install.
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

// Written beside, then put in place: whoever starts `sim` during a build finds the old files or the new ones.
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
 * `svc-simulator/testing` for `import` as for `require`: one implementation, so that a process has one whichever way it comes, and
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
 * An install without development dependencies comes here too, and has to succeed; `bin` says what is missing when it is run.
 * (The script is called `dependencies`, since npm warns whoever installs a tarball that has a `prepare`.)
 */
function withoutRolldown(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || process.env.npm_lifecycle_event !== 'dependencies')
    throw error;
  console.error('not built: rolldown is not installed; run npm ci');
  process.exit(0);
}
