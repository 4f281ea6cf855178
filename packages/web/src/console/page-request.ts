import { hasSessionCookie } from './cookies.ts';

/** Paths that have no JSON response. Programs that don't accept HTML, such as `curl`, get the page. */
const pagesOnly: readonly string[] = ['/console', '/console/login', '/console/register', '/console/enter'];

/**
 * Returns true if a request under `/console` gets a page instead of JSON (contract section 5). Such a request
 * has no bearer token, and accepts HTML, posts a form, follows a stream, or has a session cookie.
 */
export function isPageRequest(request: Request, path: string): boolean {
  const { headers, method } = request;
  if (path.startsWith('/console/hooks/') || headers.has('authorization')) return false;
  if (/^\/console\/(live|assets)/.test(path)) return true;
  if (method === 'POST')
    return /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(
      headers.get('content-type') ?? '',
    );
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (pagesOnly.includes(path)) return true;
  return (headers.get('accept')?.includes('text/html') ?? false) || hasSessionCookie(request);
}

/** Without `Sec-Fetch-Site`, the `Origin` header decides; without both, a change isn't from a page. */
export function isSameOrigin(request: Request, ownOrigins: readonly string[]): boolean {
  const { headers } = request;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  if (origin === null) return site === 'same-origin';
  return ownOrigins.includes(origin);
}
