import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const names = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/**
 * What the API reference page needs of Swagger UI, made smaller and compressed as it is served: 1.9 MB become 0.34 MB of
 * the package. Answers the files of `dist/api-page`, and where they came from.
 */
export async function compressSwaggerUi(root) {
  const { resolve } = createRequire(join(root, 'packages/web/package.json'));
  const sources = names.map((name) => resolve(`swagger-ui-dist/${name}`));
  const scripts = [sources[0], join(root, 'packages/web/src/reference/client/reference.ts')];
  const files = await Promise.all(
    sources.map(async (path, index) => {
      const content = Buffer.from(await (path.endsWith('.js') ? scriptOf(path) : stylesOf(path, scripts)));
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

/** It comes minified for older browsers than a page of this simulator is written for. */
async function scriptOf(path) {
  // Late, since an install without development dependencies loads this file too.
  const { minify } = await import('rolldown/experimental');
  const { code, errors } = await minify(path, await readFile(path, 'utf8'), { module: false });
  if (errors.length > 0) throw new Error(`${path} cannot be minified: ${errors[0].message}`);
  return code;
}

/**
 * Without rules for what no script gives: of 2800 rules 2200 are those of a library of styles. A class may be written in a
 * script, or put together there of a beginning with a `-` at its end and a word.
 */
async function stylesOf(path, scripts) {
  const words = new Set();
  for (const script of scripts)
    for (const [word] of (await readFile(script, 'utf8')).matchAll(/[\w-]+/g)) words.add(word);
  const isGiven = ([, name]) =>
    words.has(name) ||
    [...name.matchAll(/-/g)].some(({ index }) => index > 1 && words.has(name.slice(0, index + 1)));
  const css = (await readFile(path, 'utf8')).replace(/\/\*.*?\*\//gs, '');
  return css
    .replace(/([^{}@]+)\{([^{}]*)\}/g, (_, selectors, rules) => {
      const used = selectors
        .split(',')
        .filter((one) =>
          [...one.replace(/:not\([^)]*\)/g, '').matchAll(/\.([a-z_][\w-]*)/gi)].every(isGiven),
        );
      return used.length === 0 ? '' : `${used.join(',')}{${rules}}`;
    })
    .replace(/@media[^{]+\{\}/g, '');
}
