import { isUrl } from '@svc-simulator/contract';

/** Replacement for credentials in every shown URL (contract section 11). */
export const MASKED_CREDENTIALS = '***';

export interface SplitUrl {
  readonly shown: string;
  /** `user:password`, percent-encoded as in the URL; undefined if it has none or only masked ones. */
  readonly credentials: string | undefined;
}

export function splitCredentials(url: string): SplitUrl {
  if (!url.includes('@')) return { shown: url, credentials: undefined };
  if (!isUrl(url)) return { shown: withoutCredentials(url), credentials: undefined };
  const parsed = new URL(url);
  const { username, password } = parsed;
  if (username === '' && password === '') return { shown: url, credentials: undefined };
  parsed.username = MASKED_CREDENTIALS;
  parsed.password = '';
  const isMasked = username === MASKED_CREDENTIALS && password === '';
  return { shown: parsed.href, credentials: isMasked ? undefined : `${username}:${password}` };
}

/** Returns true if a URL was copied from a masked one, so its mask isn't a credential. */
export function isMasked(url: string): boolean {
  return url.includes(`//${MASKED_CREDENTIALS}@`);
}

export function joinCredentials(shown: string, credentials: string | undefined): string {
  return credentials === undefined
    ? shown
    : shown.replace(`//${MASKED_CREDENTIALS}@`, () => `//${credentials}@`);
}

/** Masks the credentials of every URL in a text with `***`; JSON may have escaped the slashes. */
export function withoutCredentials(text: string): string {
  return text.replace(/((?:https?:|^)(?:\\?\/){2})[^\s"<>\\/?#]*@/gi, `$1${MASKED_CREDENTIALS}@`);
}
