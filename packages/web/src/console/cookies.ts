import { BROWSER_SESSION_MS, OPERATOR_SESSION_MS } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';

const LANGUAGE_COOKIE = 'sim_lang';
const YEAR_S = 31_536_000;

/**
 * The name of the login cookie. Browsers share cookies between ports of a host, so the name contains the
 * port.
 */
export function sessionCookieName({ url, basePath }: CookiePlace): string {
  return prefixOf({ url, basePath }) + (url.port === '' ? 'sim_console' : `sim_console_${url.port}`);
}

interface RootedPlace extends CookiePlace {
  /** Path of the pages that get the cookie, if they aren't the console's. */
  readonly root?: string;
}

export interface CookiePlace {
  readonly url: URL;
  readonly basePath: string;
}

/** No other host of the domain can set a `__Host-` name, and only https a `__Secure-` name (RFC 6265bis, 4.1.3). */
function prefixOf({ url, basePath }: CookiePlace): string {
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
  // Another site set one of the two, and the server can't tell which.
  if (others.length > 0) return undefined;
  return pair?.slice(pair.indexOf('=') + 1).trim() || undefined;
}

/** `Set-Cookie` of the login; an empty token deletes the cookie. Scripts and other sites can't use it. */
export function sessionCookie(place: CookiePlace, token: string): string {
  const maxAgeS = token === '' ? 0 : BROWSER_SESSION_MS / 1000;
  return cookie(sessionCookieName(place), token, maxAgeS, place);
}

export function languageCookie(place: CookiePlace, lang: Language): string {
  return cookie(prefixOf(place) + LANGUAGE_COOKIE, lang, YEAR_S, place);
}

export function languageOfCookie(request: Request): Language | undefined {
  const names = ['__Host-', '__Secure-', ''].map((prefix) => prefix + LANGUAGE_COOKIE);
  const value = names
    .map((name) => readCookie(request, name))
    .find((cookieValue) => cookieValue !== undefined);
  return languages.find((language) => language === value);
}

/** The cookie of the operator's session; an empty value deletes it. */
export function operatorCookie(place: CookiePlace, value: string): string {
  const maxAgeS = value === '' ? 0 : OPERATOR_SESSION_MS / 1000;
  return cookie(operatorCookieName(place), value, maxAgeS, { ...place, root: '/operator' });
}

export function operatorCookieName(place: CookiePlace): string {
  return sessionCookieName(place).replace('sim_console', 'sim_operator');
}

function cookie(name: string, value: string, maxAgeS: number, place: RootedPlace): string {
  const prefix = prefixOf(place);
  const secure = prefix === '' ? '' : '; Secure';
  // The prefix __Host- requires the path `/`.
  const path = prefix === '__Host-' ? '/' : (place.root ?? '/console');
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
}
