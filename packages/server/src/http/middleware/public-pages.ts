import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { ClientReads } from '../limits/admission.ts';
import { problem } from '../problem.ts';

/** Hosted, lets reads that need no credential wait for their client's turn: pages, documents, and the 404 of everything else. */
export const publicPages = (pages: ClientReads) =>
  createMiddleware<Env>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const show = async () => {
      await next();
      return {};
    };
    const shown = await pages.run(c.env, show);
    if ('busy' in shown) return problem(c, shown.busy);
  });
