import type { HttpBindings } from '@hono/node-server';
import type { Operation } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord } from '@svc-simulator/core';
import type { MiddlewareHandler } from 'hono';
import type { AccessTokens } from '../merchants/access-tokens.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Runtime } from '../runtime.ts';
import type { CallChaos } from './chaos.ts';
import type { Admission } from './limits/admission.ts';
import type { Attempt } from './limits/attempt-limits.ts';
import type { Throttle } from './limits/throttle.ts';
import type { RenderedCommit, Route } from './request-context.ts';

/** hono's environment of the simulator's app: what the steps of a request leave for those that come after them. */
export interface Env {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** None where no operation has the path. */
    operation?: Operation;
    /** The account's time; without an account, the machine's. */
    now: number;
    /** Whose credential it is; nobody's where the operation wants none. */
    account?: AccountRecord;
    merchant?: MerchantRecord;
    terminal?: TerminalRecord;
    /** Chaos upset the answer, so that it says nothing about the simulator. */
    isUpset?: boolean;
    attempt?: Attempt;
    /** Makes a commit answer the request's `Idempotency-Key`. */
    replay?: (commit: RenderedCommit) => RenderedCommit;
  };
}

/** What the steps of one simulator share. */
export interface Services {
  readonly runtime: Runtime;
  readonly tokens: AccessTokens;
  readonly throttle: Throttle;
  readonly chaos: CallChaos;
  readonly admission: Admission;
  readonly metrics: Metrics;
}

/** Makes one step of an operation's requests; undefined where the operation or the simulator has no use for it. */
export type Step = (services: Services, route: Route) => MiddlewareHandler<Env> | undefined;
