import { openToPages, pageRequestHeaders, pageResponseHeaders } from '@svc-simulator/contract';
import type { Context } from 'hono';
import { cors } from 'hono/cors';
import type { Env } from '../env.ts';
import type { Step } from './step.ts';

/** Seconds; what may be sent does not change while a simulator runs. */
const PREFLIGHT_SECONDS = 600;

const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: pageRequestHeaders,
  maxAge: PREFLIGHT_SECONDS,
});

const exposed = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': pageResponseHeaders.join(', '),
};

/**
 * Lets pages of every origin call, without cookies, and read what they are answered, problems too (contract section 12). hono's own
 * answers preflights only: it would make a plain `Response` of every other answer.
 */
export const otherOrigins: Step = (_services, { operation: { path } }) => {
  if (!openToPages.some(({ prefix }) => path.startsWith(prefix))) return undefined;
  return ({ incoming, answerHeaders }) => {
    if (incoming.headers.origin !== undefined) Object.assign(answerHeaders, exposed);
    return undefined;
  };
};

/** The same of what no operation of these paths takes; answers preflights, which are among it. */
export async function openToOtherOrigins(c: Context<Env>): Promise<Response | undefined> {
  const { incoming, outgoing } = c.env;
  const { origin, 'access-control-request-method': asked } = incoming.headers;
  if (origin === undefined || !openToPages.some(({ prefix }) => c.req.path.startsWith(prefix)))
    return undefined;
  if (asked !== undefined && incoming.method === 'OPTIONS')
    return (await preflight(c, async () => {})) ?? undefined;
  for (const [name, value] of Object.entries(exposed)) outgoing.setHeader(name, value);
  return undefined;
}
