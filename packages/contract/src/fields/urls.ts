import * as z from 'zod';
import { issue } from './faults.ts';
import { mustBe, withinLength } from './fields.ts';
import { isUrl } from './is-url.ts';

/** Longest URL, in characters (contract section 1). */
const URL_LIMIT = 2048;

/**
 * Schemes that a payer's browser must not open (contract section 3): they run or show content of the link
 * itself, or leave the web's origin rules.
 */
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

/** Control characters, which a URL parser drops and a header can't carry. */
const CONTROL = /\p{Cc}/u;

/** Returns the fault of a return URL (`success_url`, `failure_url`); null if it is valid. */
export function faultOfReturnUrl(value: string): string | null {
  if (!/\S/.test(value)) return issue('fault.empty');
  if (!withinLength(value, URL_LIMIT)) return issue('fault.too_long', { limit: URL_LIMIT });
  if (CONTROL.test(value)) return issue('fault.url.control');
  // Taken from the parser, because white space in the text could hide the scheme.
  const scheme = schemeOf(value);
  if (scheme === null) return issue('fault.url.absolute');
  return refusedSchemes.includes(scheme) ? issue('fault.url.scheme', { scheme }) : null;
}

/**
 * Returns the fault of a `webhook_url`; null if it is valid. Unparsable ones are valid because their webhooks
 * go to the relay (specification, Events, rule 5). A URL without only its scheme has its own fault (contract
 * section 9).
 */
export function faultOfWebhookUrl(value: string): string | null {
  if (!withinLength(value, URL_LIMIT)) return issue('fault.too_long', { limit: URL_LIMIT });
  const bare = value.trim();
  if (/^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}(?:[/?#]|$)/i.test(bare)) {
    return issue('fault.url.no_scheme', { url: bare });
  }
  const scheme = schemeOf(value);
  if (scheme === null || scheme === 'http:' || scheme === 'https:') return null;
  return issue('fault.url.other_scheme', { scheme });
}

/** Returns the scheme of a URL with its colon; null if it can't be parsed. */
function schemeOf(value: string): string | null {
  if (!isUrl(value)) return null;
  // Creating a URL object costs more than the rest of a body's validation, and nearly all URLs have these
  // schemes.
  const plain = /^https?:/.exec(value);
  return plain ? plain[0] : new URL(value).protocol;
}

/**
 * A name or an IPv6 address as written by a URL parser, without `*`, `;`, `,` and quotes, which have a
 * meaning in headers.
 */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/;

/**
 * Returns the origin of a web address, rebuilt from its parts so that it is safe in a header; null if it has
 * none.
 */
export function writtenOrigin(address: string): string | null {
  if (!isUrl(address)) return null;
  const { protocol, hostname, port } = new URL(address);
  if (!/^https?:$/.test(protocol) || !HOST.test(hostname)) return null;
  return `${protocol}//${hostname}${port && `:${port}`}`;
}

/** Returns the schema of an origin as browsers write it: scheme, host and, unless it is the default, port. */
export function webOrigin() {
  return z
    .string({ error: mustBe('fault.wanted.origin') })
    .refine((value) => writtenOrigin(value) === value, { error: issue('fault.url.origin') })
    .meta({ format: 'uri', maxLength: URL_LIMIT });
}

/**
 * URLs that the parser leaves unchanged; creating a URL object for each would cost as much as the rest of a
 * body.
 */
const WRITTEN =
  /^https?:\/\/[a-z][a-z-]*(?:\.[a-z][a-z-]*)*(?::(?!80\/|443\/)[1-9]\d{1,4})?\/(?:[\w~-]+\/)*(?:[\w~-]*)(?:\?[\w.~=&%-]*)?$/;

/**
 * Returns an absolute URL as the parser writes it, so that it can't be read as a relative one
 * (`https:shop.example/ok`).
 */
export function writtenUrl(url: string): string {
  return WRITTEN.test(url) || !isUrl(url) ? url : new URL(url).href;
}

/**
 * Returns the schema of a payer's return URL: absolute, any scheme except the refused ones. It is stored as
 * the parser writes it.
 */
export function returnUrl() {
  return z
    .string({ error: mustBe('fault.wanted.absolute_url') })
    .refine((value) => faultOfReturnUrl(value) === null, {
      error: ({ input }) => faultOfReturnUrl(String(input)) ?? '',
    })
    .overwrite(writtenUrl)
    .meta({ format: 'uri', maxLength: URL_LIMIT });
}

/** Returns the schema of a webhook URL; an empty one counts as absent (contract section 9). */
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
