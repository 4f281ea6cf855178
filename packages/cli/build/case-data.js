import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { loaded } from './standalone-modules.js';

/** The written cases of the suite as the data that they are, compressed: a tenth of the code that makes them. */
export function caseData(root) {
  const file = join(root, 'packages/verify/src/cases/index.ts');
  return {
    name: 'case-data',
    load: async (id) => {
      if (id !== file) return null;
      const { allCases } = await loaded(file);
      const data = brotliCompressSync(JSON.stringify(allCases())).toString('base64');
      return `import { brotliDecompressSync } from 'node:zlib';
export const allCases = () => JSON.parse(brotliDecompressSync(Buffer.from('${data}', 'base64')));`;
    },
  };
}
