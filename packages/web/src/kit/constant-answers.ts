import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Place } from './place.ts';

const zipped = promisify(gzip);

interface Made {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Null: it travels as it is. */
  readonly zip: Uint8Array<ArrayBuffer> | null;
}

/** Compares weakly, with any of a list, and with `*` (RFC 9110, 13.1.2). */
function isHeld(ifNoneMatch = '', etag = ''): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

type HeaderOf = (name: 'accept-encoding' | 'if-none-match') => string | undefined;

/**
 * All languages have about a thousand pages and documents; more would mean that a key contains input of a
 * client.
 */
const MOST_ANSWERS = 2000;

/**
 * Responses that are the same for every client: each is created and compressed once, and a known ETag gets
 * 304. Keys consist of existing names and a place, so their number is limited.
 */
export class ConstantAnswers {
  readonly #made = new Map<string, Promise<Made>>();
  readonly #zips: boolean;
  readonly #most: number;

  /** `zips`: nothing is done to a page after this. */
  constructor({ zips, most = MOST_ANSWERS }: { readonly zips: boolean; readonly most?: number }) {
    this.#zips = zips;
    this.#most = most;
  }

  get size(): number {
    return this.#made.size;
  }

  /** The answer that `make` makes under this name and for this place, with an `ETag`. */
  async of(
    name: string,
    { language, asked }: Place,
    header: HeaderOf,
    make: () => Response | Promise<Response>,
  ): Promise<Response> {
    const key = `${name} ${language} ${asked}`;
    const making = this.#made.get(key) ?? this.#make(make);
    if (!this.#made.has(key) && this.#made.size >= this.#most) this.#made.clear();
    this.#made.set(key, making);
    try {
      const { headers, bytes, zip } = await making;
      if (isHeld(header('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers });
      const takesZip =
        zip !== null && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(header('accept-encoding') ?? '');
      return takesZip
        ? new Response(zip, { headers: { ...headers, 'content-encoding': 'gzip' } })
        : new Response(bytes, { headers });
    } catch (error) {
      this.#made.delete(key);
      throw error;
    }
  }

  async #make(make: () => Response | Promise<Response>): Promise<Made> {
    const answer = await make();
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const own = Object.fromEntries(answer.headers);
    const isPage = own['content-type']?.startsWith('text/html') === true;
    const vary = [own.vary, isPage && 'Accept-Encoding'].filter(Boolean).join(', ');
    return {
      headers: {
        ...own,
        ...(vary && { vary }),
        ...(isPage && { 'cache-control': 'no-cache' }),
        // The answer as it is, however it travels.
        etag: `W/"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`,
      },
      bytes,
      zip: isPage && this.#zips ? new Uint8Array(await zipped(bytes)) : null,
    };
  }
}
