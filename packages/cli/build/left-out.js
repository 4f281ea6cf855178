/**
 * Parts of dependencies that do not ship, by what stands in their place.
 *
 * graphile-worker looks for settings in files of its own name, from the folder where the simulator is started up to the root: they
 * are somebody else's, so none is found.
 */
const parts = [
  [/node_modules[\\/]cosmiconfig[\\/]/, 'exports.cosmiconfigSync = () => ({ search: () => null });'],
];

export function leftOut() {
  return {
    name: 'left-out',
    load: (id) => parts.find(([files]) => files.test(id))?.[1] ?? null,
  };
}
