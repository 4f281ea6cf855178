import type { HttpBindings } from '@hono/node-server';
import { detectTool, type Operation, type Refusal } from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { IdempotencyKey, Input, Principal, ValidInput } from '../input.ts';
import type { Attempt } from './limits/attempt-limits.ts';

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Arrival in milliseconds of the machine's clock. */
    receivedAt: number;
    operation?: Operation;
    principal?: Principal;
    bodyBytes?: Uint8Array;
    bodyText?: string;
    valid?: ValidInput;
    /** Set for a login, a registration or the use of a code, which are limited. */
    attempt?: Attempt;
    idempotency?: IdempotencyKey;
    /**
     * True if chaos injected a fault. Then the metrics count the response as `chaos`, and not for the
     * operation.
     */
    hasInjectedFault?: boolean;
    responseBody?: { readonly text: string; readonly refusal?: Refusal };
  };
}

export function requestInput(c: Context<Env>): Input {
  const { req } = c;
  return {
    via: 'http',
    client: c.env,
    by: detectTool(c.env.incoming.headers),
    params: req.param(),
    valid: c.get('valid'),
    attempt: c.get('attempt'),
    idempotency: c.get('idempotency'),
    receivedAt: c.get('receivedAt'),
    header: (name) => req.header(name),
    headers: () => req.header(),
    bytes: () => c.get('bodyBytes') ?? new Uint8Array(),
  };
}
