import { constants } from 'node:zlib';
import { compiledTexts } from '../../texts/build/compiled-texts.js';
import { docPages } from './doc-pages.js';
import { leftOut } from './left-out.js';
import { ownGlobals } from './own-globals.js';
import { pageParts } from './page-parts.js';

/**
 * Plugins for imports that are not modules: scripts and styles of pages, texts and the documentation.
 * `catalogues` is the directory of the texts; `quality` is that of the compression, lower for builds that do
 * not ship.
 */
export const sourcePlugins = (catalogues, quality = 1) => [
  pageParts(),
  docPages(quality),
  compiledTexts(catalogues),
];

export const bundlingWith = (catalogues) => ({
  ...bundling,
  plugins: [leftOut(), ownGlobals(), ...sourcePlugins(catalogues)],
});

/**
 * Inlines workspaces and dependencies, so that the bundle runs without `node_modules`.
 * @type {import('rolldown').InputOptions}
 */
export const bundling = {
  platform: 'node',
  plugins: [leftOut(), ownGlobals(), ...sourcePlugins(undefined, constants.BROTLI_MAX_QUALITY)],
  tsconfig: false,
  transform: { target: 'node20', jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  resolve: { mainFields: ['module', 'main'] },
  external: ['bufferutil', 'utf-8-validate', 'typescript'],
  treeshake: {
    // No import of a workspace has a side effect, so a chunk contains only the code that its command uses.
    moduleSideEffects: [
      { test: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/, sideEffects: false },
      { test: /[\\/]node_modules[\\/]@peculiar[\\/]/, sideEffects: false },
    ],
    manualPureFunctions: ['operation', 'lazy', 'textsByLanguage'],
  },
  checks: { bundlerTimings: false },
  onLog(level, log, report) {
    if (level === 'warn') report('error', log);
  },
};

/** @type {import('rolldown').OutputOptions} */
export const writing = {
  // Node 20 loads CommonJS a fifth faster than ES modules: about 20 ms of `sim start`.
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name].cjs',
  comments: { legal: false, annotation: false, jsdoc: false },
  // A third smaller; classes and functions keep their names for stack traces.
  minify: {
    compress: { keepNames: { function: false, class: true } },
    mangle: { keepNames: { function: false, class: true } },
    codegen: { removeWhitespace: true },
  },
};
