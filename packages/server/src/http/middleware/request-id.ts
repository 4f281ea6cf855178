import type { Clock, RandomSource } from '@svc-simulator/core';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';

/**
 * Gives every request an id and sends it in the response. hono's `requestId` accepts the client's id, but the
 * `instance` of a problem must be a UUID.
 */
export const requestId = (random: RandomSource, clock: Clock) =>
  createMiddleware<Env>((c, next) => {
    const id = random.uuid();
    c.set('requestId', id);
    c.set('receivedAt', clock.now());
    c.env.outgoing.setHeader('x-request-id', id);
    return next();
  });
