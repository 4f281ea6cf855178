/**
 * Builds the package `svc-relay` in `packages/relay/package`: the relay alone in one file without
 * dependencies.
 */
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licensesOf } from '../../cli/build/licenses.js';
import { bundling, writing } from '../../cli/build/settings.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'packages/relay/package');
const dist = join(folder, 'dist');

const bundle = await rolldown({
  ...bundling,
  cwd: root,
  input: { 'svc-relay': 'packages/cli/src/svc-relay.ts' },
});
await rm(dist, { recursive: true, force: true });
const { output } = await bundle.write({
  ...writing,
  dir: dist,
  // Splitting would save nothing: every relay loads nearly all of the code.
  codeSplitting: false,
});
await bundle.close();
const moduleIds = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await licensesOf(moduleIds));
await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
