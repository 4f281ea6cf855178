import type { Language } from '@svc-simulator/server/http/language.ts';
import { renderApiPage } from './page-document.tsx';
import { type PageFile, PageFiles, plain, release } from './page-files.ts';

/**
 * Scripts and styles only from this origin's files, nothing inline, requests to this origin alone: what is tried out is a
 * request to the simulator. Swagger UI draws its icons as data.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `GET /docs/api`: the page. */
export function apiPage(language: Language): Response {
  return new Response(renderApiPage(release, language), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      vary: 'accept-language',
      'content-security-policy': policy,
      // Names the files of this release.
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    },
  });
}

export interface FileRequest {
  readonly release: string;
  readonly name: string;
  header(name: string): string | undefined;
}

/** The files of the page, for as long as a simulator runs. */
export class ApiPageFiles {
  readonly #files = new PageFiles();

  /** Undefined: there is no such file. */
  async answer({ release: asked, name, header }: FileRequest): Promise<Response | undefined> {
    const file = await this.#files.get(name);
    if (!file) return undefined;
    // A page of another release, from an instance that is being replaced: what there is, but not to be kept.
    const caching = asked === release ? 'public, max-age=31536000, immutable' : 'no-cache';
    const headers = {
      'cache-control': caching,
      etag: file.etag,
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    };
    if (isKnown(file, header('if-none-match'))) return new Response(null, { status: 304, headers });
    const takesBrotli = acceptsBrotli(header('accept-encoding'));
    const body = takesBrotli ? file.brotli : await plain(file);
    return new Response(new Uint8Array(body), {
      headers: {
        ...headers,
        'content-type': file.type,
        'content-length': String(body.length),
        ...(takesBrotli && { 'content-encoding': 'br' }),
      },
    });
  }
}

function isKnown({ etag }: PageFile, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch?.split(',').some((known) => known.trim() === etag) ?? false;
}

/** `br;q=0` refuses it. */
function acceptsBrotli(acceptEncoding: string | undefined): boolean {
  return /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(acceptEncoding ?? '');
}
