import { showDocs } from '@svc-simulator/contract';
import type { Env } from '@svc-simulator/server/http/env.ts';
import { noSuchPath } from '@svc-simulator/server/http/refusals.ts';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { Hono } from 'hono';

/** `GET /docs`: the documentation, loaded when somebody first reads it. */
export function docRoutes(): readonly Route[] {
  return [
    route(showDocs, async ({ header, query: { lang } }) => {
      const { docAnswer } = await import('./index.ts');
      const acceptLanguage = header('accept-language');
      const answer = await docAnswer({ slug: undefined, question: undefined, lang, acceptLanguage });
      return answer ?? noSuchPath('/docs');
    }),
  ];
}

/** The pages behind it, and its search: `/docs/PAGE`, `/docs/search?q=`. No operations. */
export function serveDocPages(app: Hono<Env>): void {
  app.get('/docs/:slug', async ({ req }, next) => {
    const { docAnswer } = await import('./index.ts');
    const answer = await docAnswer({
      slug: req.param('slug'),
      question: req.query('q'),
      lang: req.query('lang'),
      acceptLanguage: req.header('accept-language'),
    });
    return answer ?? next();
  });
}
