import { isUrl } from '@svc-simulator/contract';

/** Replacement for credentials in every shown URL (contract section 11). */
export const MASKED_CREDENTIALS = '***';

export interface SplitUrl {
  readonly maskedUrl: string;
  /** `user:password`, percent-encoded as in the URL; undefined without credentials or if they are masked. */
  readonly credentials: string | undefined;
}

export function splitCredentials(url: string): SplitUrl {
  if (!url.includes('@')) return { maskedUrl: url, credentials: undefined };
  if (!isUrl(url)) return { maskedUrl: withoutCredentials(url), credentials: undefined };
  const parsedUrl = new URL(url);
  const { username, password } = parsedUrl;
  if (username === '' && password === '') return { maskedUrl: url, credentials: undefined };
  parsedUrl.username = MASKED_CREDENTIALS;
  parsedUrl.password = '';
  const isMasked = username === MASKED_CREDENTIALS && password === '';
  return { maskedUrl: parsedUrl.href, credentials: isMasked ? undefined : `${username}:${password}` };
}

export function isMasked(url: string): boolean {
  return url.includes(`//${MASKED_CREDENTIALS}@`);
}

export function joinCredentials(maskedUrl: string, credentials: string | undefined): string {
  return credentials === undefined
    ? maskedUrl
    : maskedUrl.replace(`//${MASKED_CREDENTIALS}@`, () => `//${credentials}@`);
}

/** Returns text with invalid percent-encoding unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Replaces the credentials of every URL in a text by `***`, also if slashes are escaped (`\/`, in JSON). */
export function withoutCredentials(text: string): string {
  return text.replace(/((?:https?:|^)(?:\\?\/){2})[^\s"<>\\/?#]*@/gi, `$1${MASKED_CREDENTIALS}@`);
}
