import { BROWSER_SESSION_MS } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';

const LANGUAGE_COOKIE = 'sim_lang';
const YEAR_S = 31_536_000;

/**
 * The name of the log-in's cookie. Browsers send a host's cookies to all its ports, so that each simulator on a machine
 * needs a name of its own.
 */
export function sessionCookieName(url: URL): string {
  return url.port === '' ? 'sim_console' : `sim_console_${url.port}`;
}

/** Whether somebody who logged in sent it; whose simulator on this host it was does not matter. */
export function hasSessionCookie({ headers }: Request): boolean {
  return /(?:^|;)\s*sim_console(?:_\d+)?=/.test(headers.get('cookie') ?? '');
}

/** The value of a cookie of the request, or undefined. */
export function cookieOf(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie');
  const found = header?.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`));
  return found?.slice(found.indexOf('=') + 1).trim() || undefined;
}

/** `Set-Cookie` of a log-in; with an empty token, of a log-out. No script reads it, no other site makes the browser send it. */
export function sessionCookie(url: URL, token: string): string {
  const maxAgeS = token === '' ? 0 : BROWSER_SESSION_MS / 1000;
  return cookie(sessionCookieName(url), token, maxAgeS, url);
}

/** `Set-Cookie` that keeps the chosen language. */
export function languageCookie(url: URL, lang: Language): string {
  return cookie(LANGUAGE_COOKIE, lang, YEAR_S, url);
}

export function languageOfCookie(request: Request): Language | undefined {
  const kept = cookieOf(request, LANGUAGE_COOKIE);
  return languages.find((language) => language === kept);
}

function cookie(name: string, value: string, maxAgeS: number, { protocol }: URL): string {
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${name}=${value}; Path=/console; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
}
