import { MASKED_CREDENTIALS } from '@svc-simulator/core';

/** Where a request goes, and what its URL says of who sends it. */
export interface RequestTarget {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  /** With `Authorization`, of the credentials that stand in the URL (contract section 11). */
  readonly headers: Headers;
}

type Headers = Readonly<Record<string, string>>;

/** @throws TypeError when the URL is none. */
export function requestTarget(url: string, headers: Headers): RequestTarget {
  const { origin, pathname, search, username, password } = new URL(url);
  const path = pathname + search;
  if (password === '' && (username === '' || username === MASKED_CREDENTIALS))
    return { origin, path, headers };
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return { origin, path, headers: { ...headers, authorization: `Basic ${credentials}` } };
}

/** What is not percent-encoded UTF-8 is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
