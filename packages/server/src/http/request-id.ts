import type { RandomSource } from '@svc-simulator/core';
import { createMiddleware } from 'hono/factory';
import type { Env } from './env.ts';

/** Gives every answer a request id, whoever makes it; hono's middleware takes over the client's, and makes headers of its own. */
export const requestId = (random: RandomSource) =>
  createMiddleware<Env>((c, next) => {
    const id = random.uuid();
    c.set('requestId', id);
    c.env.outgoing.setHeader('x-request-id', id);
    return next();
  });
