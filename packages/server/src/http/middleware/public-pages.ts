import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { ClientTurns } from '../limits/admission.ts';
import { problem } from '../problem.ts';

/**
 * Queues by client the reads that need no credential: pages, documents and unknown paths. Only for hosted
 * simulators.
 */
export const publicPages = (pages: ClientTurns) =>
  createMiddleware<Env>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const respond = async () => {
      await next();
      return {};
    };
    const response = await pages.run(c.env, respond);
    if ('busy' in response) return problem(c, response.busy);
  });
