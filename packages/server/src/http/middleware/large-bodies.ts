import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { LargeBodies } from '../limits/large-bodies.ts';

/** Queues large bodies by client. Only for hosted simulators. */
export const largeBodies = (bodies: LargeBodies, limitBytes: number) =>
  createMiddleware<Env>((c, next) => bodies.run(c.env.incoming, limitBytes, next));
