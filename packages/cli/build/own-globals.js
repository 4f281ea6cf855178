/**
 * Packages that keep things on `globalThis`: zod its settings and its registry of schemas, undici the agent of the process's
 * `fetch`. In a test's process, or in a program that embeds the simulator, those are somebody else's.
 */
const files = /[\\/]node_modules[\\/](zod|undici)[\\/]/;
/**
 * Where hono's JSX looks for AsyncLocalStorage, which no page here needs. Before Node 24 its first use makes every promise of the
 * process cost more from then on: after one page the simulator answered a fifth fewer requests.
 */
const hooks = /[\\/]node_modules[\\/]hono[\\/]dist[\\/]jsx[\\/]context\.js$/;

/** Gives each file of these packages an object of its own to keep things on, which has all globals too. */
export function ownGlobals() {
  return {
    name: 'own-globals',
    transform(code, id) {
      if (hooks.test(id)) return { code: code.replace('globalThis', '{}'), map: null };
      if (!files.test(id) || !code.includes('globalThis')) return null;
      const own = `'use strict';const ownGlobals = Object.create(globalThis);\n`;
      return { code: own + code.replaceAll('globalThis', 'ownGlobals'), map: null };
    },
  };
}
