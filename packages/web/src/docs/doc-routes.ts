import { showApiPage, showDocs } from '@svc-simulator/contract';
import type { Env } from '@svc-simulator/server/http/env.ts';
import { unknownPath } from '@svc-simulator/server/http/http-refusals.ts';
import { type Route, route } from '@svc-simulator/server/route.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { Hono } from 'hono';
import type { ConstantAnswers } from '../kit/constant-answers.ts';

/**
 * Serves `/docs` and `/docs/api`, which are operations of the contract. The first request loads the pages.
 */
export function docRoutes(constants: ConstantAnswers): readonly Route[] {
  const docPage = async (
    slug: 'index' | 'api',
    header: (name: string) => string | undefined,
    lang?: string,
  ) => {
    const { docAnswer } = await import('./index.ts');
    const answer = await docAnswer(constants, header, { slug, searchText: undefined, lang });
    return answer ?? unknownPath(`/docs/${slug}`);
  };
  return [
    route(showDocs, ({ header, query }) => docPage('index', header, query.lang)),
    route(showApiPage, ({ header, query }) => docPage('api', header, query.lang)),
  ];
}

/**
 * Serves the pages that aren't operations of the contract: `/docs/PAGE`, `/docs/api/OPERATION`,
 * `/docs/search?q=`, `/docs/PAGE.md`, and `/llms.txt`.
 */
export function docPageRoutes(constants: ConstantAnswers, publicUrl: () => string): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/docs/:slug{(?:api/)?\\w[\\w-]*}', async ({ req }, next) => {
    const { docAnswer } = await import('./index.ts');
    const answer = await docAnswer(constants, (name) => req.header(name), {
      slug: req.param('slug'),
      searchText: req.query('q'),
      lang: req.query('lang'),
    });
    return answer ?? next();
  });
  for (const path of ['/llms.txt', '/docs/:file{\\w[\\w-]*\\.md}'])
    app.get(path, async ({ req }, next) => {
      const { agentTextResponse } = await import('./machine-texts.ts');
      const language = pickLanguage(req.header('accept-language') ?? null, req.query('lang'), 'en');
      return (await agentTextResponse(language, publicUrl(), req.param('file'))) ?? next();
    });
  return app;
}
