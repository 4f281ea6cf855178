import { brotliCompressSync } from 'node:zlib';

/** Parts of dependencies that do not ship, by what stands in their place. */
const parts = [
  // graphile-worker looks for settings in files of its own name, from the folder where the simulator is started up to the root:
  // they are somebody else's, so none is found.
  [/node_modules[\\/]cosmiconfig[\\/]/, 'exports.cosmiconfigSync = () => ({ search: () => null });'],
  // What it reads lines of a crontab with, of which it is given none.
  [/node_modules[\\/]json5[\\/]/, 'export default {};'],
  // undici falls back to the HTTP/1.1 parser that runs on every processor, and our clients never offer HTTP/2.
  [/node_modules[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/, 'throw new Error("left out");'],
  // Its public entry also loads fetch, WebSocket and mocks, which nothing here uses: Node has the first two.
  [
    /node_modules[\\/]undici[\\/]lib[\\/](?:web|mock)[\\/]/,
    'module.exports = new Proxy({}, { get: () => class {} });',
  ],
  [
    /node_modules[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/,
    'module.exports = () => { throw new Error("left out"); };',
  ],
  // Talk of a proxy's connection, for who sets DEBUG; and a client of PostgreSQL in C, which is not installed with this package.
  [/node_modules[\\/]debug[\\/]/, 'export default () => () => {};'],
  [/node_modules[\\/]pg[\\/]lib[\\/]native[\\/]/, 'throw new Error("left out");'],
  // A server of agents checks by schemas what it asks of people, which ours never does.
  [
    /node_modules[\\/]@modelcontextprotocol[\\/].*[\\/]ajv-provider\.js$/,
    'export class AjvJsonSchemaValidator {}',
  ],
  // The cursor stays in sight beside a spinner.
  [/node_modules[\\/]cli-cursor[\\/]/, 'export default {};'],
  // Of ninety spinners the two that turn where no other is named: on a terminal that has their signs, and on one that has not.
  [
    /node_modules[\\/]cli-spinners[\\/]/,
    "export default { dots: { interval: 80, frames: [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'] }, line: { interval: 130, frames: [...'-\\\\|/'] } };",
  ],
];

const standIn = (id) => parts.find(([files]) => files.test(id))?.[1] ?? null;

export const isLeftOut = (id) => standIn(id) !== null;

export function leftOut() {
  return {
    name: 'left-out',
    load: standIn,
    // undici's parser comes as base64 of what compresses to a third.
    async transform(code, id) {
      if (!/[\\/]llhttp-wasm\.js$/.test(id)) return null;
      const base64 = /^[\w+/=]{1000,}$/m.exec(code.replaceAll("'", '\n'))?.[0];
      if (!base64) throw new Error(`${id} is not as it was`);
      const packed = brotliCompressSync(Buffer.from(base64, 'base64')).toString('base64');
      return `module.exports = require('node:zlib').brotliDecompressSync(Buffer.from('${packed}', 'base64'));`;
    },
  };
}
