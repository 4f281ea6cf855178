import { constants } from 'node:zlib';
import { compiledTexts } from '../../texts/build/compiled-texts.js';
import { docPages } from './doc-pages.js';
import { leftOut } from './left-out.js';
import { ownGlobals } from './own-globals.js';
import { pageParts } from './page-parts.js';

/**
 * What the sources import that is no module: scripts and styles of pages, and the documentation. Whoever loads the sources needs it.
 * `catalogues` is the folder of the texts; without it, that of `packages/texts`. `quality`: how well pages are compressed; what does not
 * ship is not worth the time.
 */
export const sourcePlugins = (catalogues, quality = 1) => [
  pageParts(),
  docPages(quality),
  compiledTexts(catalogues),
];

/** How what ships is bundled with the texts of a folder. */
export const bundlingWith = (catalogues) => ({
  ...bundling,
  plugins: [leftOut(), ownGlobals(), ...sourcePlugins(catalogues)],
});

/**
 * How everything that ships is bundled: workspaces and dependencies are inlined, so that it runs without `node_modules`.
 * @type {import('rolldown').InputOptions}
 */
export const bundling = {
  platform: 'node',
  plugins: [leftOut(), ownGlobals(), ...sourcePlugins(undefined, constants.BROTLI_MAX_QUALITY)],
  tsconfig: false,
  transform: { target: 'node20', jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  // Where a package has modules beside its CommonJS, of which only what is used is taken.
  resolve: { mainFields: ['module', 'main'] },
  // Native extras that their packages look for and do without.
  external: ['bufferutil', 'utf-8-validate', 'typescript'],
  treeshake: {
    // No import of a workspace has a side effect, so a chunk carries only what its command uses.
    moduleSideEffects: [
      { test: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/, sideEffects: false },
      // Each of their modules declares what a part of a certificate is made of.
      { test: /[\\/]node_modules[\\/]@peculiar[\\/]/, sideEffects: false },
    ],
    // Of a variable of these names, too: what is called on it for its effect alone is left out.
    manualPureFunctions: ['operation', 'lazy', 'textsByLanguage'],
  },
  // A machine may be as slow as it likes: that is no fault of an import.
  checks: { bundlerTimings: false },
  onLog(level, log, report) {
    // An import that cannot be resolved would fail at the user's; here it fails the build.
    if (level === 'warn') report('error', log);
  },
};

/** @type {import('rolldown').OutputOptions} */
export const writing = {
  // Node 20 loads CommonJS a fifth faster than modules: of `sim start`, some 20 ms.
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name].cjs',
  comments: { legal: false, annotation: false, jsdoc: false },
  // A third smaller; classes and what they do keep their names, so that a stack still says where it came from.
  minify: {
    compress: { keepNames: { function: false, class: true } },
    mangle: { keepNames: { function: false, class: true } },
    codegen: { removeWhitespace: true },
  },
};
