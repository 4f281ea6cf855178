#!/usr/bin/env node
/**
 * `npm run bench`: bundles the bench, which is TypeScript, and runs it. `bench.ts` describes the
 * measurements.
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { sourcePlugins } from '../../../packages/cli/build/settings.js';

const source = fileURLToPath(new URL('.', import.meta.url));
const outputFolder = fileURLToPath(new URL('../../.artifacts/bench/', import.meta.url));

rmSync(outputFolder, { recursive: true, force: true });
const bundle = await rolldown({
  input: [
    'bench.ts',
    'limits/http.ts',
    'limits/stateful-mock.ts',
    'load/http.ts',
    'load/orders.ts',
    'load/relays.ts',
    'load/teams.ts',
  ].map((file) => source + file),
  platform: 'node',
  plugins: sourcePlugins(),
  // Packages come from node_modules; workspaces are TypeScript, and are bundled.
  external: (id) => /^[^./]/.test(id) && !/^(@svc-simulator\/|texts:)/.test(id),
  tsconfig: false,
  transform: { jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
});
// Modules stay separate, because the processes of the bench start each other by path.
await bundle.write({ dir: outputFolder, format: 'esm', preserveModules: true, preserveModulesRoot: source });
await import(`${outputFolder}bench.js`);
