import { createMiddleware } from 'hono/factory';
import type { Env } from './env.ts';
import { problem } from './envelope.ts';
import type { Admission } from './limits/admission.ts';

/** Makes every read that is registered after it wait for its client's turn: pages that anybody may read, and 404 for the rest. */
export const pagesInTurn = ({ pages }: Pick<Admission, 'pages'>) =>
  createMiddleware<Env>(async (c, next) => {
    const { method } = c.req;
    if (!pages || (method !== 'GET' && method !== 'HEAD')) return next();
    const shown = await pages.run(c.env, async () => {
      await next();
      return c.res;
    });
    if (!('busy' in shown)) return;
    const asked = { incoming: c.env.incoming, requestId: c.get('requestId') ?? '' };
    c.res = (await problem(asked, shown.busy)).toResponse();
  });
