import { showDocs } from '@svc-simulator/contract';
import type { Env } from '@svc-simulator/server/http/env.ts';
import { noSuchPath } from '@svc-simulator/server/http/refusals.ts';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { Hono } from 'hono';
import type { ConstantAnswers } from '../kit/constant-answers.ts';

/** `GET /docs`: the documentation, loaded when somebody first reads it. */
export function docRoutes(constants: ConstantAnswers): readonly Route[] {
  return [
    route(showDocs, async ({ header, query: { lang } }) => {
      const { docAnswer } = await import('./index.ts');
      const answer = await docAnswer(constants, header, { slug: undefined, question: undefined, lang });
      return answer ?? noSuchPath('/docs');
    }),
  ];
}

/** The pages behind it, and its search: `/docs/PAGE`, `/docs/search?q=`. No operations. */
export function serveDocPages(app: Hono<Env>, constants: ConstantAnswers): void {
  app.get('/docs/:slug', async ({ req }, next) => {
    const { docAnswer } = await import('./index.ts');
    const answer = await docAnswer(constants, (name) => req.header(name), {
      slug: req.param('slug'),
      question: req.query('q'),
      lang: req.query('lang'),
    });
    return answer ?? next();
  });
}
