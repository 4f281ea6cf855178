/**
 * Packages that keep state on `globalThis`: zod its settings and schema registry, undici the agent of
 * `fetch`. A program that embeds the simulator has state of its own there.
 */
const files = /[\\/]node_modules[\\/](zod|undici)[\\/]/;
/**
 * hono's JSX looks for AsyncLocalStorage here, which no page needs. Before Node 24 its first use slows every
 * promise down: after one page, the simulator handled a fifth fewer requests.
 */
const hooks = /[\\/]node_modules[\\/]hono[\\/]dist[\\/]jsx[\\/]context\.js$/;

/** Gives each file of these packages a private `globalThis` that inherits from the real one. */
export function ownGlobals() {
  return {
    name: 'own-globals',
    transform(code, id) {
      if (hooks.test(id)) return { code: code.replace('globalThis', '{}'), map: null };
      if (!files.test(id) || !code.includes('globalThis')) return null;
      const prelude = `'use strict';const ownGlobals = Object.create(globalThis);\n`;
      return { code: prelude + code.replaceAll('globalThis', 'ownGlobals'), map: null };
    },
  };
}
