import { hasSessionCookie } from './cookies.ts';

/** Here a GET has nothing else to answer, so that `curl` and a link checker find the console, too. */
const pagesOnly: readonly string[] = ['/console', '/console/login', '/console/register', '/console/enter'];

/**
 * Detects a browser's request under `/console`, which gets a page instead of JSON (contract section 5). It
 * has no token, and navigates, posts a form, follows a page's stream, or has a session cookie. A download
 * need not accept HTML.
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

/**
 * Returns true if a change comes from the console's own pages, or from a program, which has no cookie to
 * protect. `ownOrigins` are the simulator's origins.
 */
export function isSameOrigin(request: Request, ownOrigins: readonly string[]): boolean {
  const { headers } = request;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  if (origin === null) return site === 'same-origin';
  return ownOrigins.includes(origin);
}
