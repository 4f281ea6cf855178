import { createMiddleware } from 'hono/factory';
import { readBody } from '../body.ts';
import type { Env } from '../env.ts';
import { problem } from '../problem.ts';

/**
 * Reads the body up to the operation's limit. hono's `bodyLimit` converts every body to a web stream, which
 * is slower.
 */
export const bodyLimit = (limitBytes: number) =>
  createMiddleware<Env>(async (c, next) => {
    // A signed body isn't read again, because authentication has already read it.
    if (!c.get('bodyBytes')) {
      const body = await readBody(c.env.incoming, limitBytes);
      if (!body.ok) return problem(c, body.refusal);
      c.set('bodyBytes', body.value);
    }
    await next();
  });
