import type { HttpBindings } from '@hono/node-server';
import type { Operation, Refusal } from '@svc-simulator/contract';
import type { IdempotencyKey, Principal, ValidInput } from './input.ts';
import type { Attempt } from './limits/attempt-limits.ts';

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Arrival by the machine's clock, in ms. */
    receivedAt: number;
    operation?: Operation;
    principal?: Principal;
    bytes?: Uint8Array;
    text?: string;
    valid?: ValidInput;
    attempt?: Attempt;
    idempotency?: IdempotencyKey;
    /** Chaos injected a fault, so the answer says nothing about the simulator. */
    hasInjectedFault?: boolean;
    answered?: { readonly text: string; readonly refusal?: Refusal };
  };
}
