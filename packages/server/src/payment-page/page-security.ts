import { createHash } from 'node:crypto';
import type { Language } from './language.ts';
import { checkoutScript } from './script.ts';
import { pageStyles } from './styles.ts';

let policy: string | undefined;

/**
 * The pages' content security policy: nothing but the style and the script of the page itself, by their hashes, and
 * images that are data. It has no `form-action`, which browsers apply to redirects too: the 303 after paying leads to
 * the merchant, whose address may have any scheme (contract section 9, Payment page). Hashed when first asked for.
 */
export function paymentPageCsp(): string {
  policy ??= [
    "default-src 'none'",
    `style-src '${hashOf(pageStyles)}'`,
    `script-src '${hashOf(checkoutScript)}'`,
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return policy;
}

/** Every header that an HTML answer of the payment page carries. */
export function paymentPageHeaders(lang: Language): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': lang,
    'content-security-policy': paymentPageCsp(),
    'cache-control': 'no-store',
    // The address holds the session's id: other sites need not learn it.
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
