import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { ClientReads } from '../limits/admission.ts';
import { problem } from '../problem.ts';

/** Hosted, queues reads without a credential per client: pages, documents, and every other 404. */
export const publicPages = (pages: ClientReads) =>
  createMiddleware<Env>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const show = async () => {
      await next();
      return {};
    };
    const response = await pages.run(c.env, show);
    if ('busy' in response) return problem(c, response.busy);
  });
