import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const names = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/**
 * What the API reference page needs of Swagger UI, compressed as it is served: 1.9 MB become 0.4 MB of the package. Answers
 * the files of `dist/api-page`, and where they came from.
 */
export async function compressSwaggerUi(root) {
  const { resolve } = createRequire(join(root, 'packages/web/package.json'));
  const sources = names.map((name) => resolve(`swagger-ui-dist/${name}`));
  const files = await Promise.all(
    sources.map(async (path, index) => {
      const content = await readFile(path);
      const params = {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      return { name: `${names[index]}.br`, content: await promisify(brotliCompress)(content, { params }) };
    }),
  );
  return { files, sources };
}
