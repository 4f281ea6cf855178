import { createHash } from 'node:crypto';
import { normalizedOrigin } from '@svc-simulator/contract';
import { memoize } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';

export type InlineParts = Readonly<{ styles: string; script: string }>;

export type Framing = 'any' | readonly string[];

/**
 * Returns a content security policy that allows only the page's own style and script, by hash, and data
 * images. `directives` are added; `framing` are the origins whose pages may embed the page.
 */
export function inlineOnlyCsp(
  { styles, script }: InlineParts,
  directives: readonly string[] = [],
  framing: Framing = [],
): string {
  return cspOf({ styles: `'${hashOf(styles)}'`, script: `'${hashOf(script)}'` }, directives, framing);
}

/** Returns the policy of a page whose style and script are files of its own origin; no page may embed it. */
export function ownFilesCsp(directives: readonly string[]): string {
  return cspOf({ styles: "'self'", script: "'self'" }, directives, []);
}

function cspOf({ styles, script }: InlineParts, directives: readonly string[], framing: Framing): string {
  // Earlier versions stored origins unchecked. A semicolon in an origin would start a new directive.
  const ancestors = framing === 'any' ? [] : framing.flatMap((origin) => normalizedOrigin(origin) ?? []);
  return [
    "default-src 'none'",
    `style-src ${styles}`,
    `script-src ${script}`,
    'img-src data:',
    "base-uri 'none'",
    // Omitted for 'any': `frame-ancestors *` would exclude local files and apps.
    ...(framing === 'any' ? [] : [`frame-ancestors ${ancestors.join(' ') || "'none'"}`]),
    ...directives,
  ].join('; ');
}

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
    // The URL can contain a session id, which other sites must not learn.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // Omitted if other origins may embed the page, because `X-Frame-Options` doesn't support a list of
    // origins.
    ...(framing.length === 0 && { 'x-frame-options': 'DENY' }),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'x-robots-tag': 'noindex',
    vary: 'accept-language',
  };
}

/** The pages have about ten different styles and scripts, so each is hashed only once. */
const hashOf = memoize(50, (text: string) => {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
});
