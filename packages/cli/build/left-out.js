import { brotliCompressSync } from 'node:zlib';

/** Files of dependencies that the bundle leaves out, each with the code that replaces them. */
const leftOutFiles = [
  // graphile-worker searches for its settings from the working directory up to the root, and would find those
  // of another program.
  [/node_modules[\\/]cosmiconfig[\\/]/, 'exports.cosmiconfigSync = () => ({ search: () => null });'],
  [/node_modules[\\/]json5[\\/]/, 'export default {};'],
  // undici falls back to its HTTP/1.1 parser without SIMD, which runs on every processor.
  [/node_modules[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/, 'throw new Error("left out");'],
  // The public entry of undici also loads fetch, WebSocket and mocks, which nothing here uses.
  [
    /node_modules[\\/]undici[\\/]lib[\\/](?:web|mock)[\\/]/,
    'module.exports = new Proxy({}, { get: () => class {} });',
  ],
  // The simulator never offers HTTP/2 to servers, so this code never runs.
  [
    /node_modules[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/,
    'module.exports = () => { throw new Error("left out"); };',
  ],
  [/node_modules[\\/]debug[\\/]/, 'export default () => () => {};'],
  [/node_modules[\\/]pg[\\/]lib[\\/]native[\\/]/, 'throw new Error("left out");'],
  [
    /node_modules[\\/]@modelcontextprotocol[\\/].*[\\/]ajv-provider\.js$/,
    'export class AjvJsonSchemaValidator {}',
  ],
  [/node_modules[\\/]cli-cursor[\\/]/, 'export default {};'],
  [
    /node_modules[\\/]cli-spinners[\\/]/,
    "export default { dots: { interval: 80, frames: [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'] }, line: { interval: 130, frames: [...'-\\\\|/'] } };",
  ],
];

const replacementOf = (id) => leftOutFiles.find(([files]) => files.test(id))?.[1] ?? null;

export const isLeftOut = (id) => replacementOf(id) !== null;

export function leftOut() {
  return {
    name: 'left-out',
    load: replacementOf,
    // undici's parser is WebAssembly in base64. Compressed, it takes a third of the space.
    async transform(code, id) {
      if (!/[\\/]llhttp-wasm\.js$/.test(id)) return null;
      const base64 = /^[\w+/=]{1000,}$/m.exec(code.replaceAll("'", '\n'))?.[0];
      if (!base64) throw new Error(`${id} is not as it was`);
      const compressed = brotliCompressSync(Buffer.from(base64, 'base64')).toString('base64');
      return `module.exports = require('node:zlib').brotliDecompressSync(Buffer.from('${compressed}', 'base64'));`;
    },
  };
}
