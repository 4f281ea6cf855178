import type { IncomingMessage } from 'node:http';
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
import { wantsStream } from '../event-stream.ts';
import type { AccountQuotas } from './account-quotas.ts';
import { type Attempt, AttemptLimits } from './attempt-limits.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { turnOwner } from './client-network.ts';
import { LargeBodies } from './large-bodies.ts';
import { LargeReads, readsMuch, takesWhole } from './large-reads.ts';
import { readingPaces } from './limit-table.ts';
import { OpenStreams } from './open-streams.ts';
import { PasswordTurns } from './password-turns.ts';

/** Decides how much a client or account may do at once. A local simulator has no limits. */
export class Admission {
  readonly streams: OpenStreams;
  /** Null in a local simulator. */
  readonly bodies: LargeBodies | null;
  /** Null in a local simulator. */
  readonly reads: LargeReads | null;
  /** Public pages and documents, by client; null in a local simulator. */
  readonly pages: ClientReads | null;
  /** Expensive signature checks (long bodies, shared serials), by client; null in a local simulator. */
  readonly signatures: ClientReads | null;
  /** Webhooks that experiments sign with each known mistake; null in a local simulator. */
  readonly experiments: LargeReads | null;
  /** Saved and loaded snapshots; null in a local simulator. */
  readonly snapshots: LargeReads | null;
  /** Null in a local simulator. */
  readonly quotas: AccountQuotas | null;
  readonly #clock: Clock;
  readonly #hosted: {
    readonly attempts: AttemptLimits;
    readonly clients: ClientAddresses;
    readonly passwords: PasswordTurns;
  } | null;

  /** `clients` tells clients apart in hosted mode; null: the simulator is local. */
  constructor(clients: ClientAddresses | null, quotas: AccountQuotas | null, clock: Clock) {
    this.streams = new OpenStreams(quotas ? (accountId) => quotas.quotasOf(accountId).streams : undefined);
    this.quotas = quotas;
    this.#clock = clock;
    this.bodies = clients && new LargeBodies((incoming) => clients.clientOf(incoming));
    this.reads = clients && new LargeReads(clock);
    this.pages = clients && new ClientReads(clients, new LargeReads(clock, readingPaces.pages));
    this.signatures = clients && new ClientReads(clients, new LargeReads(clock, readingPaces.signatures));
    this.experiments = clients && new LargeReads(clock, readingPaces.experiments);
    this.snapshots = clients && new LargeReads(clock, readingPaces.snapshots);
    this.#hosted = clients && { attempts: new AttemptLimits(), clients, passwords: new PasswordTurns(clock) };
  }

  /** Starts an attempt to log in, to register or to use a code; undefined in a local simulator. */
  attempt(kind: AttemptRule['kind'], { incoming, outgoing }: HttpBindings): Attempt | undefined {
    if (!this.#hosted) return undefined;
    const { attempts, clients, passwords } = this.#hosted;
    const client = clients.clientOf(incoming);
    const attempt = attempts.begin(kind, client, this.#clock.elapsed());
    if (kind !== 'login' && kind !== 'registration') return attempt;
    return { ...attempt, inTurn: (work) => passwords.run(client, outgoing, work, attempt.isKnown()) };
  }

  /** Returns the client network of a request; a local simulator trusts no proxy. */
  clientOf(incoming: IncomingMessage): string {
    return this.#hosted?.clients.clientOf(incoming) ?? incoming.socket.remoteAddress ?? 'unknown';
  }

  /** Returns the refusals of each quota. */
  get quotaRefusals(): readonly (readonly [QuotaName, number])[] {
    return namesOf(defaultQuotas).map((name) => [
      name,
      name === 'streams' ? this.streams.refused : (this.quotas?.refusals.get(name) ?? 0),
    ]);
  }

  /** Returns the refusal of an operation if the account's streams or quota are used up. */
  async refusalOf(
    operation: Operation,
    accountId: string,
    accept: string | undefined,
  ): Promise<Refusal | undefined> {
    const wanted = wantsStream(operation, accept) ? accept : undefined;
    return this.streams.refusalOf(wanted, accountId) ?? this.quotas?.refusalOf(operation, accountId);
  }

  /** Runs a read of many records, of an operation that isn't itself a large read, in the account's turn. */
  readInTurn<T>(accountId: string, read: () => Promise<T>): Promise<T> {
    return this.reads ? this.reads.inTurn(accountId, read) : read();
  }

  /** Returns the queue of an operation that may read a whole account; null for others. */
  largeReadsFor(operation: Operation): LargeReads | null {
    if (takesWhole(operation)) return this.snapshots;
    return readsMuch(operation) ? this.reads : null;
  }
}

/** Serves public pages in turns, by client. */
export class ClientReads {
  readonly #clients: Pick<ClientAddresses, 'clientOf'>;
  readonly #reads: LargeReads;

  constructor(clients: Pick<ClientAddresses, 'clientOf'>, reads: LargeReads) {
    this.#clients = clients;
    this.#reads = reads;
  }

  /** Runs `show` in the client's turn; refuses the request if too many of its requests wait. */
  run<T extends object>(
    { incoming, outgoing }: HttpBindings,
    show: () => T | Promise<T>,
  ): Promise<T | { readonly busy: Refusal }> {
    return this.#reads.run(turnOwner(this.#clients.clientOf(incoming)), outgoing, show);
  }
}
