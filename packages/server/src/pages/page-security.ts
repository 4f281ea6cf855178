import { createHash } from 'node:crypto';
import type { Language } from './language.ts';

/** The parts of a page that run or paint, as they stand between their tags. */
export interface InlineParts {
  readonly styles: string;
  readonly script: string;
}

/**
 * A content security policy that allows nothing but the style and the script of the page itself, by their hashes, and
 * images that are data; `more` adds directives, such as the requests that the script may make.
 */
export function inlineOnlyCsp({ styles, script }: InlineParts, more: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(styles)}'`,
    `script-src '${hashOf(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ');
}

/** Every header that an HTML answer for people carries. */
export function pageHeaders(lang: Language, csp: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': lang,
    'content-security-policy': csp,
    'cache-control': 'no-store',
    // The address may hold the id of a session: other sites need not learn it.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'x-robots-tag': 'noindex',
    vary: 'accept-language',
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
