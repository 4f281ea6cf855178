import type { HttpBindings } from '@hono/node-server';
import type { Operation } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord } from '@svc-simulator/core';
import type { Attempt } from './limits/attempt-limits.ts';
import type { Translate } from './phrasebook.ts';
import type { RenderedCommit } from './reply.ts';

/** What `validate` leaves, for `c.req.valid`: of an operation that has the part, what its schema makes of it. */
export interface Validated {
  in: { json: unknown; query: unknown };
  out: { json: unknown; query: unknown };
}

/** hono's environment of the simulator's app: what the steps of a request leave for those that come after them. */
export interface Env {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Set where problems are not told in English. */
    translate?: Translate;
    /** None where no operation has the path. */
    operation?: Operation;
    /** The machine's time when it came. */
    cameAt: number;
    /** The same by `Clock.elapsed`. */
    cameMs: number;
    /** The account's time; without an account, the machine's. */
    now: number;
    /** Whose credential it is; nobody's where the operation wants none. */
    account?: AccountRecord;
    merchant?: MerchantRecord;
    terminal?: TerminalRecord;
    /** The body as it came, once it is read. */
    bytes?: Uint8Array;
    /** The body, where the operation takes one as JSON and it was read. */
    text?: string;
    /** Chaos upset the answer, so that it says nothing about the simulator. */
    isUpset?: boolean;
    attempt?: Attempt;
    /** Makes a commit answer the request's `Idempotency-Key`. */
    replay?: (commit: RenderedCommit) => RenderedCommit;
  };
}
