import { BROWSER_SESSION_MS, OPERATOR_SESSION_MS } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';

const LANGUAGE_COOKIE = 'sim_lang';
const YEAR_S = 31_536_000;

/** The name contains the port, because two simulators on one host would overwrite each other's cookie. */
export function sessionCookieName({ url, basePath }: CookieScope): string {
  return prefixOf({ url, basePath }) + (url.port === '' ? 'sim_console' : `sim_console_${url.port}`);
}

export interface CookieScope {
  readonly url: URL;
  readonly basePath: string;
  /** Path of the pages that get the cookie. Default: `/console`. */
  readonly root?: string;
}

/** Browsers accept `__Host-` only from the host itself, and `__Secure-` only over HTTPS (RFC 6265bis). */
function prefixOf({ url, basePath }: CookieScope): string {
  if (url.protocol !== 'https:') return '';
  return basePath === '' ? '__Host-' : '__Secure-';
}

export function hasSessionCookie({ headers }: Request): boolean {
  return /(?:^|;)\s*(?:__Host-|__Secure-)?sim_console(?:_\d+)?=/.test(headers.get('cookie') ?? '');
}

/** Returns a cookie's value; undefined if the cookie is missing or sent twice. */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie');
  const [pair, ...others] =
    header?.split(';').filter((pair) => pair.slice(0, pair.indexOf('=')).trim() === name) ?? [];
  // If the cookie was sent twice, another host of the domain might have set one of them, and the server can't
  // tell which.
  if (others.length > 0) return undefined;
  return pair?.slice(pair.indexOf('=') + 1).trim() || undefined;
}

/** Returns the `Set-Cookie` value of a login; an empty token deletes the cookie. */
export function sessionCookie(scope: CookieScope, token: string): string {
  const maxAgeS = token === '' ? 0 : BROWSER_SESSION_MS / 1000;
  return cookie(sessionCookieName(scope), token, maxAgeS, scope);
}

export function languageCookie(scope: CookieScope, lang: Language): string {
  return cookie(prefixOf(scope) + LANGUAGE_COOKIE, lang, YEAR_S, scope);
}

export function languageOfCookie(request: Request): Language | undefined {
  const values = ['__Host-', '__Secure-', ''].map((prefix) => readCookie(request, prefix + LANGUAGE_COOKIE));
  const value = values.find((cookieValue) => cookieValue !== undefined);
  return languages.find((language) => language === value);
}

/** Returns the `Set-Cookie` value of the operator's session; an empty value deletes the cookie. */
export function operatorCookie(scope: CookieScope, value: string): string {
  const maxAgeS = value === '' ? 0 : OPERATOR_SESSION_MS / 1000;
  return cookie(operatorCookieName(scope), value, maxAgeS, { ...scope, root: '/operator' });
}

export function operatorCookieName(scope: CookieScope): string {
  return sessionCookieName(scope).replace('sim_console', 'sim_operator');
}

function cookie(name: string, value: string, maxAgeS: number, scope: CookieScope): string {
  const prefix = prefixOf(scope);
  const secure = prefix === '' ? '' : '; Secure';
  // Browsers refuse a cookie with the prefix `__Host-` and another path than `/`.
  const path = prefix === '__Host-' ? '/' : (scope.root ?? '/console');
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
}
