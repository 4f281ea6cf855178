import { isUrl, refusedSchemes } from '@svc-simulator/contract';

/**
 * The link in its parsed form when it may stand in an `href`, else null: absolute, http(s) or a deep link of any
 * scheme that is not refused. Parsing first defeats control characters and white space hidden in the scheme.
 */
export function safeHref(url: string | null | undefined): string | null {
  if (!url || !isUrl(url)) return null;
  const parsed = new URL(url);
  return refusedSchemes.includes(parsed.protocol) ? null : parsed.href;
}

/** True for links that lead back to a site, false for those that open an app. */
export function isWebLink(href: string): boolean {
  return /^https?:/i.test(href);
}
