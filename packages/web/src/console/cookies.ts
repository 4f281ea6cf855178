import { BROWSER_SESSION_MS } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';

const LANGUAGE_COOKIE = 'sim_lang';
const YEAR_S = 31_536_000;

/**
 * The name of the log-in's cookie. Browsers send a host's cookies to all its ports, so that each simulator on a machine
 * needs a name of its own.
 */
export function sessionCookieName({ url, basePath }: CookiePlace): string {
  return prefixOf({ url, basePath }) + (url.port === '' ? 'sim_console' : `sim_console_${url.port}`);
}

/** The address that a browser asked for, and the public URL's path. */
export interface CookiePlace {
  readonly url: URL;
  readonly basePath: string;
}

/** Names with these prefixes can't be set by a sibling domain, or over http (RFC 6265bis, 4.1.3). */
function prefixOf({ url, basePath }: CookiePlace): string {
  if (url.protocol !== 'https:') return '';
  return basePath === '' ? '__Host-' : '__Secure-';
}

export function hasSessionCookie({ headers }: Request): boolean {
  return /(?:^|;)\s*(?:__Host-|__Secure-)?sim_console(?:_\d+)?=/.test(headers.get('cookie') ?? '');
}

/** The value of a cookie of the request; undefined if there is none, or more than one of that name. */
export function cookieOf(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie');
  const [found, ...others] =
    header?.split(';').filter((pair) => pair.slice(0, pair.indexOf('=')).trim() === name) ?? [];
  // Somebody else set one of them, and nobody can tell which.
  if (others.length > 0) return undefined;
  return found?.slice(found.indexOf('=') + 1).trim() || undefined;
}

/** `Set-Cookie` of a log-in; with an empty token, of a log-out. No script reads it, no other site makes the browser send it. */
export function sessionCookie(place: CookiePlace, token: string): string {
  const maxAgeS = token === '' ? 0 : BROWSER_SESSION_MS / 1000;
  return cookie(sessionCookieName(place), token, maxAgeS, place);
}

/** `Set-Cookie` that keeps the chosen language. */
export function languageCookie(place: CookiePlace, lang: Language): string {
  return cookie(prefixOf(place) + LANGUAGE_COOKIE, lang, YEAR_S, place);
}

export function languageOfCookie(request: Request): Language | undefined {
  const names = ['__Host-', '__Secure-', ''].map((prefix) => prefix + LANGUAGE_COOKIE);
  const kept = names.map((name) => cookieOf(request, name)).find((value) => value !== undefined);
  return languages.find((language) => language === kept);
}

function cookie(name: string, value: string, maxAgeS: number, place: CookiePlace): string {
  const prefix = prefixOf(place);
  const secure = prefix === '' ? '' : '; Secure';
  // A name with __Host- is for all paths of its host.
  const path = prefix === '__Host-' ? '/' : '/console';
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
}
