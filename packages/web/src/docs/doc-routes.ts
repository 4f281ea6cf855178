import { showApiPage, showDocs } from '@svc-simulator/contract';
import type { Env } from '@svc-simulator/server/http/env.ts';
import { noSuchPath } from '@svc-simulator/server/http/http-refusals.ts';
import { type Route, route } from '@svc-simulator/server/route.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { Hono } from 'hono';
import type { ConstantAnswers } from '../kit/constant-answers.ts';

/** `GET /docs` and `GET /docs/api`: the documentation and the API reference, loaded when somebody first reads them. */
export function docRoutes(constants: ConstantAnswers): readonly Route[] {
  const pageAt = async (
    slug: 'index' | 'api',
    header: (name: string) => string | undefined,
    lang?: string,
  ) => {
    const { docAnswer } = await import('./index.ts');
    const answer = await docAnswer(constants, header, { slug, question: undefined, lang });
    return answer ?? noSuchPath(`/docs/${slug}`);
  };
  return [
    route(showDocs, ({ header, query }) => pageAt('index', header, query.lang)),
    route(showApiPage, ({ header, query }) => pageAt('api', header, query.lang)),
  ];
}

/** Returns the pages behind them, and the search: `/docs/PAGE`, `/docs/api/OPERATION`, `/docs/search?q=`; `/docs/PAGE.md`, `/llms.txt`. No operations. */
export function docPages(constants: ConstantAnswers, publicUrl: () => string): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/docs/:slug{(?:api/)?\\w[\\w-]*}', async ({ req }, next) => {
    const { docAnswer } = await import('./index.ts');
    const answer = await docAnswer(constants, (name) => req.header(name), {
      slug: req.param('slug'),
      question: req.query('q'),
      lang: req.query('lang'),
    });
    return answer ?? next();
  });
  // For programs that read: a page as it was written, and what there is.
  for (const path of ['/llms.txt', '/docs/:file{\\w[\\w-]*\\.md}'])
    app.get(path, async ({ req }, next) => {
      const { machineAnswer } = await import('./machine-texts.ts');
      const language = pickLanguage(req.header('accept-language') ?? null, req.query('lang'), 'en');
      return (await machineAnswer(language, publicUrl(), req.param('file'))) ?? next();
    });
  return app;
}
