import type { RandomSource } from '@svc-simulator/core';
import { createMiddleware } from 'hono/factory';
import type { Env } from './step.ts';

/** Gives everything that answers a request id of its own; hono's middleware takes over what the client sends. */
export const requestId = (random: RandomSource) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('requestId', random.uuid());
    await next();
    if (!c.res.headers.has('x-request-id')) c.res.headers.set('x-request-id', c.get('requestId'));
  });
