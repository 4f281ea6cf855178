import { createHash } from 'node:crypto';
import { normalizedOrigin } from '@svc-simulator/contract';
import { memoize } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { DocumentFiles } from './page-frame.tsx';

export type Framing = 'any' | readonly string[];

/**
 * Returns the headers of a page. Its content security policy allows only the page's own style and script:
 * inline ones by hash, and files of the same origin. `directives` are added; `framing` are the origins whose
 * pages may embed the page.
 */
export function pageHeaders(
  lang: Language,
  { styles, script }: DocumentFiles,
  directives: readonly string[],
  framing: Framing = [],
): Readonly<Record<string, string>> {
  // Earlier versions stored origins unchecked. A semicolon in an origin would start a new directive.
  const ancestors = framing === 'any' ? [] : framing.flatMap((origin) => normalizedOrigin(origin) ?? []);
  const policy = [
    "default-src 'none'",
    `style-src ${sourceOf(styles)}`,
    `script-src ${sourceOf(script)}`,
    'img-src data:',
    "base-uri 'none'",
    // Omitted for 'any': `frame-ancestors *` would exclude local files and apps.
    ...(framing === 'any' ? [] : [`frame-ancestors ${ancestors.join(' ') || "'none'"}`]),
    ...directives,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': lang,
    'content-security-policy': policy.join('; '),
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

function sourceOf(file: DocumentFiles['styles']): string {
  return typeof file === 'string' ? `'${hashOf(file)}'` : "'self'";
}

/** The pages have about ten different styles and scripts, so each is hashed only once. */
const hashOf = memoize(50, (text: string) => {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
});
