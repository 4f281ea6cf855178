/**
 * zod keeps its settings and schema registry on `globalThis`, and undici the agent of `fetch`. A program that
 * embeds the simulator may use zod and undici itself, and must not share their state.
 */
const statefulPackages = /[\\/]node_modules[\\/](zod|undici)[\\/]/;
/**
 * hono's JSX uses AsyncLocalStorage if `globalThis` has it, but no page needs it. Before Node 24, its first use
 * slows down every promise: after one page, the simulator handled a fifth fewer requests.
 */
const jsxContext = /[\\/]node_modules[\\/]hono[\\/]dist[\\/]jsx[\\/]context\.js$/;

/** Gives each file of these packages a private `globalThis` that inherits from the real one. */
export function ownGlobals() {
  return {
    name: 'own-globals',
    transform(code, id) {
      if (jsxContext.test(id)) return { code: code.replace('globalThis', '{}'), map: null };
      if (!statefulPackages.test(id) || !code.includes('globalThis')) return null;
      const prelude = `'use strict';const ownGlobals = Object.create(globalThis);\n`;
      return { code: prelude + code.replaceAll('globalThis', 'ownGlobals'), map: null };
    },
  };
}
