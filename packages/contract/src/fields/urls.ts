import * as z from 'zod';
import { issue } from './faults.ts';
import { mustBe, withinLength } from './fields.ts';
import { isUrl } from './is-url.ts';

/** Longest URL, in characters (contract section 1). */
const URL_LIMIT = 2048;

/**
 * Schemes that a payer's browser must not be sent to (contract section 3): they run or show content of the link itself, or leave
 * the web's origin rules, instead of leading somewhere.
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

/** What a schema says of a text that cannot be a return URL (`success_url`, `failure_url`); null when it can. */
export function faultOfReturnUrl(value: string): string | null {
  if (!/\S/.test(value)) return issue('fault.empty');
  if (!withinLength(value, URL_LIMIT)) return issue('fault.too_long', { limit: URL_LIMIT });
  if (CONTROL.test(value)) return issue('fault.url.control');
  // The parser's scheme, not the text's: it drops white space that would hide it.
  const scheme = schemeOf(value);
  if (scheme === null) return issue('fault.url.absolute');
  return refusedSchemes.includes(scheme) ? issue('fault.url.scheme', { scheme }) : null;
}

/**
 * What a schema says of a text that cannot be a `webhook_url`; null when it can. One that cannot be parsed is taken, since such a webhook goes
 * to the relay (specification, Events, rule 5); one that only lacks its scheme is told so (contract section 9).
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

/** The scheme of a URL, with its colon, or null when it cannot be parsed. */
function schemeOf(value: string): string | null {
  if (!isUrl(value)) return null;
  // Making a URL object costs more than the rest of a body's validation, and nearly all are of these two schemes.
  const plain = /^https?:/.exec(value);
  return plain ? plain[0] : new URL(value).protocol;
}

/** A name or an IPv6 address as a URL parser writes it: it leaves `*`, `;`, `,` and quotes in a name, which mean something in headers. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/;

/** The origin of a web address, written anew from its parts, so that it may stand in a header; null where there is none. */
export function writtenOrigin(address: string): string | null {
  if (!isUrl(address)) return null;
  const { protocol, hostname, port } = new URL(address);
  if (!/^https?:$/.test(protocol) || !HOST.test(hostname)) return null;
  return `${protocol}//${hostname}${port && `:${port}`}`;
}

/** An origin as browsers write it: scheme, host and, unless it is the scheme's own, port. */
export function webOrigin() {
  return z
    .string({ error: mustBe('fault.wanted.origin') })
    .refine((value) => writtenOrigin(value) === value, { error: issue('fault.url.origin') })
    .meta({ format: 'uri', maxLength: URL_LIMIT });
}

/** Addresses that the parser writes as they are; making a URL object for each would cost as much as the rest of a body. */
const WRITTEN =
  /^https?:\/\/[a-z][a-z-]*(?:\.[a-z][a-z-]*)*(?::(?!80\/|443\/)[1-9]\d{1,4})?\/(?:[\w~-]+\/)*(?:[\w~-]*)(?:\?[\w.~=&%-]*)?$/;

/** Returns an absolute URL as the parser writes it, so that nobody reads it as one that is relative (`https:shop.example/ok`). */
export function writtenUrl(url: string): string {
  return WRITTEN.test(url) || !isUrl(url) ? url : new URL(url).href;
}

/** A URL that the payer is sent back to: absolute, any scheme but the refused ones. It is stored as the parser writes it. */
export function returnUrl() {
  return z
    .string({ error: mustBe('fault.wanted.absolute_url') })
    .refine((value) => faultOfReturnUrl(value) === null, {
      error: ({ input }) => faultOfReturnUrl(String(input)) ?? '',
    })
    .overwrite(writtenUrl)
    .meta({ format: 'uri', maxLength: URL_LIMIT });
}

/** Where webhooks go; an empty one counts as absent (contract section 9). */
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
