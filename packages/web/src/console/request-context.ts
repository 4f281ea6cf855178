import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { type Language, languages, type Texts } from '@svc-simulator/texts/texts.ts';
import type { Context, MiddlewareHandler } from 'hono';
import { type CookieScope, languageCookie, languageOfCookie } from './cookies.ts';
import { isSameOrigin } from './page-request.ts';
import { consoleTexts } from './page-texts.ts';

type Settings = Readonly<{ publicUrl: string; basePath: string }>;

/** Refuses forms from other sites, and sets the cookie of the language that a link selects. */
export function pageMiddleware(settings: Settings, refuse: (c: Context) => Response): MiddlewareHandler {
  return async (c, next) => {
    const ownOrigins = [new URL(c.req.url).origin, new URL(settings.publicUrl).origin];
    if (c.req.method === 'POST' && !isSameOrigin(c.req.raw, ownOrigins)) return refuse(c);
    await next();
    const requestedLanguage = languages.find((language) => language === c.req.query('lang'));
    if (requestedLanguage)
      c.res.headers.append('set-cookie', languageCookie(cookieScopeFor(c, settings), requestedLanguage));
  };
}

export function textsForRequest(c: Context): Texts {
  return consoleTexts(languageForRequest(c));
}

export function languageForRequest(c: Context): Language {
  const requestedLanguage = c.req.query('lang') ?? languageOfCookie(c.req.raw);
  return pickLanguage(c.req.header('accept-language'), requestedLanguage);
}

/** Returns the URL as the browser sees it, because the cookies' names and attributes depend on HTTPS. */
export function publicUrl(c: Context, settings: Settings): URL {
  const url = new URL(c.req.url);
  if (settings.publicUrl.startsWith('https:')) url.protocol = 'https:';
  return url;
}

export function cookieScopeFor(c: Context, settings: Settings): CookieScope {
  return { url: publicUrl(c, settings), basePath: settings.basePath };
}
