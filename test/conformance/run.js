#!/usr/bin/env node
/**
 * `npm run conformance`: bundles the suite, which is TypeScript, and runs it. Options: docs/conformance.md.
 */
import { fileURLToPath } from 'node:url';
import { buildEntry } from './build.js';

const { main } = await import(await buildEntry('conformance/main'));
process.exitCode = await main(
  process.argv.slice(2),
  fileURLToPath(new URL('../../dist/testing.mjs', import.meta.url)),
);
