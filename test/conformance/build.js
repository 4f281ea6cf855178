import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { sourcePlugins } from '../../packages/cli/build/settings.js';

const source = fileURLToPath(new URL('..', import.meta.url));
const artifacts = fileURLToPath(new URL('../.artifacts/conformance/', import.meta.url));

/**
 * Cached, because styles, scripts and documentation take most of a build and are the same for all mutants.
 */
const parts = sourcePlugins().map((plugin) => {
  const modules = new Map();
  return {
    ...plugin,
    load(id) {
      if (!modules.has(id)) modules.set(id, plugin.load.call(this, id));
      return modules.get(id);
    },
  };
});

/**
 * Bundles a file of `test`, with a mutant if one is given, and returns the path of the bundle.
 * @param {'conformance/main' | 'proof/mutants/suite' | 'proof/mutants/simulator'} entry
 * @param {import('../proof/mutants/mutant.js').Mutant} [mutant]
 */
export async function buildEntry(entry, mutant) {
  const dir = `${artifacts}${mutant?.id ?? 'clean'}/`;
  const bundle = await rolldown({
    input: `${source}${entry}.ts`,
    platform: 'node',
    plugins: [...(mutant ? [mutating(mutant)] : []), ...parts],
    // Packages come from node_modules; workspaces are TypeScript, and are bundled.
    external: (id) => /^[^./]/.test(id) && !/^(@svc-simulator\/|texts:)/.test(id),
    checks: { pluginTimings: false },
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  });
  await bundle.write({ dir, format: 'esm' });
  await bundle.close();
  return `${dir}${basename(entry)}.js`;
}

function mutating({ id: name, file, text, instead }) {
  return {
    name: 'mutant',
    transform(code, id) {
      if (!id.endsWith(`/${file}`)) return null;
      if (code.split(text).length !== 2)
        throw new Error(`${name}: its text does not stand in ${file} exactly once`);
      return code.replace(text, () => instead);
    },
  };
}
