import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { ClientReads } from '../limits/admission.ts';
import { problem } from '../problem.ts';

/** Queues reads without a credential in hosted mode, by client: pages, documents and unknown paths. */
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
