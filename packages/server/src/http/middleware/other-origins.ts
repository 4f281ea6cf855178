import { pageRequestHeaders, pageResponseHeaders } from '@svc-simulator/contract';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';

/** Browsers can cache a preflight, because its response is the same as long as the simulator runs. */
const PREFLIGHT_SECONDS = 600;

const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: pageRequestHeaders,
  maxAge: PREFLIGHT_SECONDS,
});

const exposedHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': pageResponseHeaders.join(', '),
};

/**
 * Lets pages of any origin call the API without cookies and read every response (contract section 12). hono's
 * `cors` would answer every OPTIONS as a preflight, and add its headers to requests without an `Origin`.
 */
export const otherOrigins = createMiddleware<Env>((c, next) => {
  if (c.req.header('origin') === undefined) return next();
  const isPreflight = c.req.header('access-control-request-method') !== undefined;
  if (isPreflight && c.req.method === 'OPTIONS') return preflight(c, next);
  for (const [name, value] of Object.entries(exposedHeaders)) c.env.outgoing.setHeader(name, value);
  return next();
});
