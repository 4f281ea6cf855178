import { constants } from 'node:zlib';
import { compiledTexts } from '../../texts/build/compiled-texts.js';
import { docPages } from './doc-pages.js';
import { leftOut } from './left-out.js';
import { ownGlobals } from './own-globals.js';
import { pageParts } from './page-parts.js';

/**
 * Returns plugins for imports of scripts and styles of pages, of texts, and of the documentation. `catalogues`
 * is the directory of the texts. `quality` is the quality of Brotli compression; the default is fast,
 * for builds that aren't published.
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
    // Importing a workspace's module has no side effects, so the bundler can leave out unused modules.
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
  // Minified code is a third smaller. Classes keep their names, which stack traces contain.
  minify: {
    compress: { keepNames: { function: false, class: true } },
    mangle: { keepNames: { function: false, class: true } },
    codegen: { removeWhitespace: true },
  },
};
