import type { HttpBindings } from '@hono/node-server';
import {
  type AttemptRule,
  defaultQuotas,
  namesOf,
  type Operation,
  type QuotaName,
  type Refusal,
} from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import type { Eventual } from '../when.ts';
import type { AccountQuotas } from './account-quotas.ts';
import { type Attempt, AttemptLimits } from './attempt-limits.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { LargeBodies } from './large-bodies.ts';
import { LargeReads, wholeAccounts } from './large-reads.ts';
import { OpenStreams } from './open-streams.ts';
import { PasswordTurns } from './password-turns.ts';

const free: Attempt = {
  refusal: undefined,
  named: () => undefined,
  isKnown: () => false,
  inTurn: (work) => work(),
  ended: () => {},
};

/** Who may do how much at once. Everybody everything, unless the simulator is hosted. */
export class Admission {
  readonly streams: OpenStreams;
  /** Null: the simulator is local, and nobody waits. */
  readonly bodies: LargeBodies | null;
  /** Null: the simulator is local, and nobody waits. */
  readonly reads: LargeReads | null;
  /** Snapshots that are saved and loaded. Null: the simulator is local, and nobody waits. */
  readonly snapshots: LargeReads | null;
  /** Null: the simulator is local, and nobody has any. */
  readonly quotas: AccountQuotas | null;
  readonly #passwords: PasswordTurns;
  readonly #hosted: { readonly attempts: AttemptLimits; readonly clients: ClientAddresses } | null;

  /** `clients` tells clients apart in hosted mode; null: the simulator is local. */
  constructor(clients: ClientAddresses | null, quotas: AccountQuotas | null, clock: Clock) {
    this.streams = new OpenStreams(quotas?.quotas.streams);
    this.quotas = quotas;
    this.#passwords = new PasswordTurns(clock);
    this.bodies = clients && new LargeBodies((incoming) => clients.clientOf(incoming));
    this.reads = clients && new LargeReads(clock);
    this.snapshots = clients && new LargeReads(clock, wholeAccounts);
    this.#hosted = clients && { attempts: new AttemptLimits(), clients };
  }

  /** Begins an attempt to log in, to register or to use a code. */
  attempt(kind: AttemptRule['kind'], { incoming, outgoing }: HttpBindings, now: number): Attempt {
    if (!this.#hosted) return free;
    const { attempts, clients } = this.#hosted;
    const client = clients.clientOf(incoming);
    const attempt = attempts.begin(kind, client, now);
    if (kind !== 'login' && kind !== 'registration') return attempt;
    return { ...attempt, inTurn: (work) => this.#passwords.run(client, outgoing, work, attempt.isKnown()) };
  }

  /** How often a quota was the reason of a refusal. */
  get quotaRefusals(): readonly (readonly [QuotaName, number])[] {
    return namesOf(defaultQuotas).map((name) => [
      name,
      name === 'streams' ? this.streams.refused : (this.quotas?.refusals.get(name) ?? 0),
    ]);
  }

  /** A refusal of a call by an account that has as much as it may have. */
  refusalOf(
    operation: Operation,
    accountId: string,
    accept: string | undefined,
  ): Eventual<Refusal | undefined> {
    return this.streams.refusalOf(accept, accountId) ?? this.quotas?.refusalOf(operation, accountId);
  }
}
