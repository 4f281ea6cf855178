import { toolOf } from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { Env } from './env.ts';
import type { Input } from './input.ts';

export function inputOf(c: Context<Env>): Input {
  const { req } = c;
  return {
    via: 'http',
    client: c.env,
    by: toolOf(c.env.incoming.headers),
    params: req.param(),
    valid: c.get('valid'),
    attempt: c.get('attempt'),
    idempotency: c.get('idempotency'),
    receivedAt: c.get('receivedAt'),
    header: (name) => req.header(name),
    headers: () => req.header(),
    bytes: () => c.get('bytes') ?? new Uint8Array(),
  };
}
