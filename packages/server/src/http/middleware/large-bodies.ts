import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { LargeBodies } from '../limits/large-bodies.ts';

/** Hosted, lets a request with a large body wait until its client has few of them under way. */
export const largeBodies = (bodies: LargeBodies, limitBytes: number) =>
  createMiddleware<Env>((c, next) => bodies.run(c.env.incoming, limitBytes, next));
