import type { HttpBindings } from '@hono/node-server';
import {
  type AttemptRule,
  defaultQuotas,
  type Operation,
  type QuotaName,
  type Refusal,
} from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { AccountQuotas } from './account-quotas.ts';
import { type Attempt, AttemptLimits } from './attempt-limits.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { OpenStreams } from './open-streams.ts';

const free: Attempt = { refusal: undefined, named: () => undefined, ended: () => {} };

/** Who may do how much at once. Everybody everything, unless the simulator is hosted. */
export class Admission {
  readonly streams: OpenStreams;
  /** Null: the simulator is local, and nobody has any. */
  readonly quotas: AccountQuotas | null;
  readonly #hosted: { readonly attempts: AttemptLimits; readonly clients: ClientAddresses } | null;

  /** `clients` tells clients apart in hosted mode; null: the simulator is local. */
  constructor(clients: ClientAddresses | null, quotas: AccountQuotas | null) {
    this.streams = new OpenStreams(quotas?.quotas.streams);
    this.quotas = quotas;
    this.#hosted = clients && { attempts: new AttemptLimits(), clients };
  }

  /** Begins an attempt to log in or to register. */
  attempt(kind: AttemptRule['kind'], c: Context, now: number): Attempt {
    if (!this.#hosted) return free;
    const { attempts, clients } = this.#hosted;
    return attempts.begin(kind, clients.clientOf((c.env as HttpBindings).incoming), now);
  }

  /** How often a quota was the reason of a refusal. */
  get quotaRefusals(): readonly (readonly [QuotaName, number])[] {
    return (Object.keys(defaultQuotas) as QuotaName[]).map((name) => [
      name,
      name === 'streams' ? this.streams.refused : (this.quotas?.refusals.get(name) ?? 0),
    ]);
  }

  /** A refusal of a call by an account that has as much as it may have. */
  refusalOf(operation: Operation, accountId: string, accept: string | undefined): Refusal | undefined {
    return this.streams.refusalOf(accept, accountId) ?? this.quotas?.refusalOf(operation, accountId);
  }

  /** Counts an answer to an account that is a stream, while its connection lasts. */
  holdStream(answer: Response, accountId: string, c: Context): void {
    this.streams.hold(answer, accountId, (c.env as HttpBindings | undefined)?.outgoing);
  }
}
