import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import pageScript from './client/reference.ts?bundled';
import pageStyles from './styles/reference.css?bundled';

/** The version of `swagger-ui-dist` that is installed, which a test checks: it is part of the files' addresses. */
export const SWAGGER_UI_VERSION = '5.35.0';

/** Part of the files' addresses; another one whenever any of them changes, so that browsers may keep them for ever. */
export const release = `${SWAGGER_UI_VERSION}-${hashOf(pageScript + pageStyles)}`;

/** A file of the page, as it is kept: compressed, since nearly every client takes it so, and a tenth of the size. */
export interface PageFile {
  readonly type: string;
  readonly brotli: Buffer;
  /** Of its content, in quotes; weak, as the same for both encodings. */
  readonly etag: string;
}

const script = 'text/javascript; charset=utf-8';
const styles = 'text/css; charset=utf-8';
const sources: Readonly<Record<string, { readonly type: string; readonly read: () => Promise<Buffer> }>> = {
  'page.js': { type: script, read: () => compressed(Buffer.from(pageScript)) },
  'page.css': { type: styles, read: () => compressed(Buffer.from(pageStyles)) },
  'swagger-ui-bundle.js': { type: script, read: () => swaggerUi('swagger-ui-bundle.js') },
  'swagger-ui.css': { type: styles, read: () => swaggerUi('swagger-ui.css') },
};

/** The files of the page, each read when it is first asked for. */
export class PageFiles {
  readonly #read = new Map<string, Promise<PageFile>>();

  /** Undefined: there is no such file. */
  get(name: string): Promise<PageFile> | undefined {
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
    if (!source) return undefined;
    let file = this.#read.get(name);
    if (!file) {
      file = source.read().then((brotli) => ({ type: source.type, brotli, etag: `W/"${hashOf(brotli)}"` }));
      // What could not be read may be there the next time.
      file.catch(() => this.#read.delete(name));
      this.#read.set(name, file);
    }
    return file;
  }
}

/** For clients that do not take it compressed. */
export function plain({ brotli }: PageFile): Promise<Buffer> {
  return promisify(brotliDecompress)(brotli);
}

/** From beside the bundle, where the build has put it compressed; from the package itself where there is no bundle. */
async function swaggerUi(name: string): Promise<Buffer> {
  try {
    return await readFile(new URL(`../api-page/${name}.br`, import.meta.url));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
    return compressed(await readFile(path));
  }
}

/** Fast rather than small: the build does it well, and this is for development. */
function compressed(content: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
