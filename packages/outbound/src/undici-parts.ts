/**
 * The two parts of undici that sending takes. Its index brings fetch, caches, mocks and WebSockets as well: five times the code
 * to load before the first webhook, and to carry in the package.
 */
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
