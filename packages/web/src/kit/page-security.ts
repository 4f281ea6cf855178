import { createHash } from 'node:crypto';
import { writtenOrigin } from '@svc-simulator/contract';
import { memoize } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';

/** The parts of a page that run or paint, as they stand between their tags. */
export interface InlineParts {
  readonly styles: string;
  readonly script: string;
}

/** Which pages may show a page in a frame of theirs: any, or those of these origins. */
export type Framing = 'any' | readonly string[];

/**
 * A content security policy that allows nothing but the style and the script of the page itself, by their hashes, and
 * images that are data; `more` adds directives, such as the requests that the script may make. Unless `framing` says so, no
 * page may show it in a frame.
 */
export function inlineOnlyCsp(
  { styles, script }: InlineParts,
  more: readonly string[] = [],
  framing: Framing = [],
): string {
  return cspOf({ styles: `'${hashOf(styles)}'`, script: `'${hashOf(script)}'` }, more, framing);
}

/** The same for a page whose style and script are files of its own origin, which nobody may frame. */
export function ownFilesCsp(more: readonly string[]): string {
  return cspOf({ styles: "'self'", script: "'self'" }, more, []);
}

function cspOf({ styles, script }: InlineParts, more: readonly string[], framing: Framing): string {
  // An earlier version stored hosts with a semicolon, which would begin a directive of its own.
  const ancestors = framing === 'any' ? [] : framing.flatMap((origin) => writtenOrigin(origin) ?? []);
  return [
    "default-src 'none'",
    `style-src ${styles}`,
    `script-src ${script}`,
    'img-src data:',
    "base-uri 'none'",
    // Without the directive the whole world may, pages of files and apps included, which `*` leaves out.
    ...(framing === 'any' ? [] : [`frame-ancestors ${ancestors.join(' ') || "'none'"}`]),
    ...more,
  ].join('; ');
}

/** Every header that an HTML answer for people carries. */
export function pageHeaders(
  lang: Language,
  csp: string,
  framing: Framing = [],
): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': lang,
    'content-security-policy': csp,
    'cache-control': 'no-store',
    // The address may hold the id of a session: other sites need not learn it.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // It knows no list of origins, so where some may frame the page the policy alone has to say so.
    ...(framing.length === 0 && { 'x-frame-options': 'DENY' }),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'x-robots-tag': 'noindex',
    vary: 'accept-language',
  };
}

/** A page's style and script never change; all pages together have about ten. */
const hashOf = memoize(50, (text: string) => {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
});
