import { createMiddleware } from 'hono/factory';
import { readBody } from '../body.ts';
import type { Env } from '../env.ts';
import { problem } from '../problem.ts';

/** Reads the body up to the operation's limit. hono's `bodyLimit` would turn every body into a web stream. */
export const bodyLimit = (limitBytes: number) =>
  createMiddleware<Env>(async (c, next) => {
    // Authentication has already read a signed body.
    if (!c.get('bytes')) {
      const body = await readBody(c.env.incoming, limitBytes);
      if (!body.ok) return problem(c, body.refusal);
      c.set('bytes', body.value);
    }
    await next();
  });
