import { pageRequestHeaders, pageResponseHeaders } from '@svc-simulator/contract';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Env } from '../env.ts';

/** Seconds; what may be sent does not change while a simulator runs. */
const PREFLIGHT_SECONDS = 600;

const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: pageRequestHeaders,
  maxAge: PREFLIGHT_SECONDS,
});
const exposed = pageResponseHeaders.join(', ');

/**
 * Lets pages of every origin call, without cookies, and read what they are answered, problems too (contract section 12). hono's own
 * answers preflights only: it would make a plain `Response` of every other answer.
 */
export const otherOrigins: MiddlewareHandler<Env> = (c, next) => {
  const { incoming, outgoing } = c.env;
  const { origin, 'access-control-request-method': asked } = incoming.headers;
  if (origin === undefined) return next();
  if (asked !== undefined && incoming.method === 'OPTIONS') return preflight(c, next);
  outgoing.setHeader('access-control-allow-origin', '*');
  outgoing.setHeader('access-control-expose-headers', exposed);
  return next();
};
