/**
 * Parts of dependencies that do not ship, by what stands in their place.
 *
 * graphile-worker looks for settings in files of its own name, from the folder where the simulator is started up to the root: they
 * are somebody else's, so none is found. undici loads all of itself at once; of its mocks, cache interceptor, WebSocket and EventSource, which are
 * a quarter of it, nothing here uses any.
 */
const parts = [
  [/node_modules[\\/]cosmiconfig[\\/]/, 'exports.cosmiconfigSync = () => ({ search: () => null });'],
  [
    /node_modules[\\/]undici[\\/]lib[\\/](mock|cache|web[\\/](cookies|eventsource|websocket)|interceptor[\\/]cache|handler[\\/]cache)/,
    'module.exports = {};',
  ],
];

export function leftOut() {
  return {
    name: 'left-out',
    load: (id) => parts.find(([files]) => files.test(id))?.[1] ?? null,
  };
}
