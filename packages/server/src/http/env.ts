import type { HttpBindings } from '@hono/node-server';
import type { Operation, Refusal } from '@svc-simulator/contract';
import type { IdempotencyKey, Principal, ValidInput } from './input.ts';
import type { Attempt } from './limits/attempt-limits.ts';

/** The environment of the simulator's app: what its middleware finds out about a request. */
export interface Env {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The machine's time when the request came. */
    receivedAt: number;
    /** The operation that the request is for, if any. */
    operation?: Operation;
    principal?: Principal;
    /** The body as it came, once it is read. */
    bytes?: Uint8Array;
    /** The body as text, if the operation takes JSON. */
    text?: string;
    valid?: ValidInput;
    attempt?: Attempt;
    idempotency?: IdempotencyKey;
    /** Chaos injected a fault, so the answer says nothing about the simulator. */
    hasInjectedFault?: boolean;
    /** The text of the answer, and the refusal that it tells, if any. */
    answered?: { readonly text: string; readonly refusal?: Refusal };
  };
}
