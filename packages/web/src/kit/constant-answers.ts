import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PageLanguage } from './page-language.ts';

const gzipAsync = promisify(gzip);

interface ConstantAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer> | null;
}

/** Returns true if `If-None-Match` is `*` or contains the ETag, compared weakly (RFC 9110, 13.1.2). */
function matchesEtag(ifNoneMatch = '', etag = ''): boolean {
  const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaqueTag(tag) === opaqueTag(etag));
}

type GetHeader = (name: 'accept-encoding' | 'if-none-match') => string | undefined;

/**
 * All languages together have about a thousand pages; a larger map means that a key wrongly contains client
 * input.
 */
const MAX_ANSWERS = 2000;

/**
 * Stores responses that are the same for every client, with an ETag and compressed once. A name must not
 * contain client input, which would make the number of entries unlimited.
 */
export class ConstantAnswers {
  readonly #answers = new Map<string, Promise<ConstantAnswer>>();
  readonly #compresses: boolean;
  readonly #max: number;

  /**
   * `compresses` must be false if middleware changes the pages afterwards, for example to add a base path.
   */
  constructor({ compresses, max = MAX_ANSWERS }: { readonly compresses: boolean; readonly max?: number }) {
    this.#compresses = compresses;
    this.#max = max;
  }

  get size(): number {
    return this.#answers.size;
  }

  /** Returns the stored response; the first request for a name in a language creates it with `make`. */
  async getOrCreate(
    name: string,
    { language, isLanguageRequested }: PageLanguage,
    header: GetHeader,
    make: () => Response | Promise<Response>,
  ): Promise<Response> {
    const key = `${name} ${language} ${isLanguageRequested}`;
    const answer = this.#answers.get(key) ?? this.#make(make);
    if (!this.#answers.has(key) && this.#answers.size >= this.#max) this.#answers.clear();
    this.#answers.set(key, answer);
    try {
      const { headers, bytes, gzipped } = await answer;
      if (matchesEtag(header('if-none-match'), headers.etag))
        return new Response(null, { status: 304, headers });
      const acceptsGzip =
        gzipped !== null && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(header('accept-encoding') ?? '');
      return acceptsGzip
        ? new Response(gzipped, { headers: { ...headers, 'content-encoding': 'gzip' } })
        : new Response(bytes, { headers });
    } catch (error) {
      this.#answers.delete(key);
      throw error;
    }
  }

  async #make(make: () => Response | Promise<Response>): Promise<ConstantAnswer> {
    const answer = await make();
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const headers = Object.fromEntries(answer.headers);
    const isPage = headers['content-type']?.startsWith('text/html') === true;
    const vary = [headers.vary, isPage && 'Accept-Encoding'].filter(Boolean).join(', ');
    return {
      headers: {
        ...headers,
        ...(vary && { vary }),
        ...(isPage && { 'cache-control': 'no-cache' }),
        // The ETag is weak (`W/`), because the compressed and the plain response share it.
        etag: `W/"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`,
      },
      bytes,
      gzipped: isPage && this.#compresses ? new Uint8Array(await gzipAsync(bytes)) : null,
    };
  }
}
