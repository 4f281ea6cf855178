/** The files in which zod keeps its settings and its registry of schemas on `globalThis`. */
const files = /[\\/]zod[\\/]v4[\\/]core[\\/](core|registries)\.js$/;
const FILES = 2;

/**
 * Gives zod an object of its own in place of `globalThis`: in a test's process, or in a program that embeds the simulator, the
 * one there is another zod's, whose settings and schemas would mix with ours.
 */
export function ownGlobals() {
  const seen = new Set();
  return {
    name: 'own-globals',
    transform(code, id) {
      if (!files.test(id) || !code.includes('globalThis')) return null;
      seen.add(id);
      return { code: `const ownGlobals = {};\n${code.replaceAll('globalThis', 'ownGlobals')}`, map: null };
    },
    buildEnd(error) {
      if (!error && seen.size !== FILES) throw new Error('zod keeps its globals elsewhere now: look where');
    },
  };
}
