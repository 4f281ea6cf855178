import { isUrl } from '@svc-simulator/contract';

/** What stands where credentials stood, wherever a URL is shown (contract section 11). */
export const MASKED_CREDENTIALS = '***';

/** A URL in two parts. */
export interface SplitUrl {
  /** As it may be shown: with `***` in place of its credentials. */
  readonly shown: string;
  /** `user:password`, percent-encoded as in the URL; undefined when it has none, or only those that were masked. */
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

/** Whether a URL was taken from where it was shown: what stands in place of its credentials is none. */
export function isMasked(url: string): boolean {
  return url.includes(`//${MASKED_CREDENTIALS}@`);
}

/** What `splitCredentials` took apart. */
export function joinCredentials(shown: string, credentials: string | undefined): string {
  return credentials === undefined
    ? shown
    : shown.replace(`//${MASKED_CREDENTIALS}@`, () => `//${credentials}@`);
}

/** A text with `***` in place of the credentials of every web address in it; JSON may have escaped the slashes. */
export function withoutCredentials(text: string): string {
  return text.replace(/((?:https?:|^)(?:\\?\/){2})[^\s"<>\\/?#]*@/gi, `$1${MASKED_CREDENTIALS}@`);
}
