import { showApiPage } from '@svc-simulator/contract';
import type { Env } from '@svc-simulator/server/http/env.ts';
import { pickLanguage } from '@svc-simulator/server/http/language.ts';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { Hono } from 'hono';

/** `GET /docs/api`: the API reference. */
export function apiPageRoutes(): readonly Route[] {
  return [
    route(showApiPage, async ({ header, query }) => {
      const language = pickLanguage(header('accept-language'), query.lang, 'en');
      return (await import('./index.ts')).apiPage(language);
    }),
  ];
}

/** Script and styles of that page: files, and no operations. Loaded when a browser first asks for one. */
export function serveApiPageFiles(app: Hono<Env>): void {
  let loading:
    | Promise<{ answer: InstanceType<typeof import('./index.ts').ApiPageFiles>['answer'] }>
    | undefined;
  app.get('/docs/assets/:release/:name', async (c, next) => {
    loading ??= import('./index.ts').then(({ ApiPageFiles }) => new ApiPageFiles());
    const { release, name } = c.req.param();
    const answer = await (await loading).answer({ release, name, header: (header) => c.req.header(header) });
    return answer ?? next();
  });
}
