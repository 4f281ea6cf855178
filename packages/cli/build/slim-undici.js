/**
 * undici as far as its two exports `Client` and `buildConnector` go, which is all that sending takes. Its index brings fetch,
 * caches, mocks and WebSockets as well, and puts an agent on `globalThis`: five times the code to load before the first
 * webhook, and a tenth of the package. The sources import the index; where its files have moved, the build fails.
 */
export function slimUndici() {
  const id = '\0undici';
  return {
    name: 'slim-undici',
    resolveId: (source) => (source === 'undici' ? id : null),
    load: (loaded) =>
      loaded === id
        ? `export { default as Client } from 'undici/lib/dispatcher/client.js';
           export { default as buildConnector } from 'undici/lib/core/connect.js';`
        : null,
  };
}
