import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { LargeBodies } from '../limits/large-bodies.ts';

/** Hosted, queues large bodies per client. */
export const largeBodies = (bodies: LargeBodies, limitBytes: number) =>
  createMiddleware<Env>((c, next) => bodies.run(c.env.incoming, limitBytes, next));
