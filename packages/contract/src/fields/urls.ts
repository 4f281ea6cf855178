import * as z from 'zod';
import { encodeFault } from './faults.ts';
import { mustBe, withinLength } from './fields.ts';
import { isUrl } from './is-url.ts';

const URL_LIMIT = 2048;

/** Schemes of URLs that can run code in a payer's browser, or open its files (contract section 3). */
export const refusedSchemes: readonly string[] = [
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'filesystem:',
  'view-source:',
  'jar:',
  'about:',
];

/** Matches control characters, which a URL parser drops and a header can't contain. */
const CONTROL_CHARACTER = /\p{Cc}/u;

export function faultOfReturnUrl(value: string): string | null {
  if (!/\S/.test(value)) return encodeFault('fault.empty');
  if (!withinLength(value, URL_LIMIT)) return encodeFault('fault.too_long', { limit: URL_LIMIT });
  if (CONTROL_CHARACTER.test(value)) return encodeFault('fault.url.control');
  // `schemeOf` uses the URL parser, as browsers do. A pattern would miss a scheme after white space.
  const scheme = schemeOf(value);
  if (scheme === null) return encodeFault('fault.url.absolute');
  return refusedSchemes.includes(scheme) ? encodeFault('fault.url.scheme', { scheme }) : null;
}

/**
 * Returns the fault of a `webhook_url`; null if it is valid. Accepts a URL that can't be parsed, because its
 * webhooks go to the relay (specification, Events, rule 5).
 */
export function faultOfWebhookUrl(value: string): string | null {
  if (!withinLength(value, URL_LIMIT)) return encodeFault('fault.too_long', { limit: URL_LIMIT });
  const trimmed = value.trim();
  // A URL without a scheme, such as `localhost:3000/hooks`, which the parser reads as the scheme `localhost:`.
  if (/^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}(?:[/?#]|$)/i.test(trimmed)) {
    return encodeFault('fault.url.no_scheme', { url: trimmed });
  }
  const scheme = schemeOf(value);
  if (scheme === null || scheme === 'http:' || scheme === 'https:') return null;
  return encodeFault('fault.url.other_scheme', { scheme });
}

function schemeOf(value: string): string | null {
  if (!isUrl(value)) return null;
  // Most URLs skip the URL object, because creating one takes longer than the rest of a body's validation.
  const webScheme = /^https?:/.exec(value);
  return webScheme ? webScheme[0] : new URL(value).protocol;
}

/**
 * Matches a host name, an IPv4 address or an IPv6 address, with only characters that are safe in a header.
 */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/;

/**
 * Returns the origin of an HTTP URL; null for other URLs. Builds the origin from checked parts, so that it is
 * safe in a header.
 */
export function normalizedOrigin(url: string): string | null {
  if (!isUrl(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  if (!/^https?:$/.test(protocol) || !HOST.test(hostname)) return null;
  return `${protocol}//${hostname}${port && `:${port}`}`;
}

/**
 * Returns the schema of an origin as browsers write it: `https://shop.example`, without a slash at the end.
 */
export function webOrigin() {
  return z
    .string({ error: mustBe('fault.wanted.origin') })
    .refine((value) => normalizedOrigin(value) === value, { error: encodeFault('fault.url.origin') })
    .meta({ format: 'uri', maxLength: URL_LIMIT });
}

/** Matches URLs that the parser would return unchanged, so that most URLs don't need a URL object. */
const NORMALIZED_URL =
  /^https?:\/\/[a-z][a-z-]*(?:\.[a-z][a-z-]*)*(?::(?!80\/|443\/)[1-9]\d{1,4})?\/(?:[\w~-]+\/)*(?:[\w~-]*)(?:\?[\w.~=&%-]*)?$/;

/**
 * Returns a URL as the parser writes it: `https:shop.example` becomes `https://shop.example/`. Some programs
 * would read the first form as a relative path.
 */
export function normalizedUrl(url: string): string {
  return NORMALIZED_URL.test(url) || !isUrl(url) ? url : new URL(url).href;
}

/** Returns the schema of a return URL, and stores the URL as the parser writes it. */
export function returnUrl() {
  return z
    .string({ error: mustBe('fault.wanted.absolute_url') })
    .refine((value) => faultOfReturnUrl(value) === null, {
      error: ({ input }) => faultOfReturnUrl(String(input)) ?? '',
    })
    .overwrite(normalizedUrl)
    .meta({ format: 'uri', maxLength: URL_LIMIT });
}

/** Returns the schema of a webhook URL; a blank URL counts as absent (contract section 9). */
export function webhookUrl() {
  return z
    .string({ error: mustBe('fault.wanted.url') })
    .refine((value) => faultOfWebhookUrl(value) === null, {
      error: ({ input }) => faultOfWebhookUrl(String(input)) ?? '',
    })
    .overwrite((value) => (/\S/.test(value) ? value : (undefined as unknown as string)))
    .meta({ maxLength: URL_LIMIT })
    .exactOptional();
}
