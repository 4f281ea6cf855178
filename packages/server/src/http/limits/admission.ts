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
import { acceptsStream } from '../event-stream.ts';
import type { AccountQuotas } from './account-quotas.ts';
import { type Attempt, AttemptLimits } from './attempt-limits.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { turnOwner } from './client-network.ts';
import { LargeBodies } from './large-bodies.ts';
import { isAccountWide, isLargeRead, LargeReads } from './large-reads.ts';
import { readingPaces } from './limit-table.ts';
import { OpenStreams } from './open-streams.ts';
import { PasswordQueue } from './password-queue.ts';

/** Limits what a client or an account can do at the same time. A local simulator has no limits. */
export class Admission {
  readonly streams: OpenStreams;
  readonly bodies: LargeBodies | null;
  readonly reads: LargeReads | null;
  /** Queues public pages and documents by client; null in a local simulator. */
  readonly pages: ClientTurns | null;
  /**
   * Queues costly signature checks by client: those of long bodies, and those of terminals whose serial
   * several accounts have. Null in a local simulator.
   */
  readonly signatures: ClientTurns | null;
  /** Queues `sim delivery experiment`, which signs one webhook per known mistake; null in a local simulator. */
  readonly experiments: LargeReads | null;
  /** Queues operations on a whole account, such as snapshots; null in a local simulator. */
  readonly accountWide: LargeReads | null;
  readonly quotas: AccountQuotas | null;
  readonly #clock: Clock;
  readonly #hosted: {
    readonly attempts: AttemptLimits;
    readonly clients: ClientAddresses;
    readonly passwords: PasswordQueue;
  } | null;

  constructor(clients: ClientAddresses | null, quotas: AccountQuotas | null, clock: Clock) {
    this.streams = new OpenStreams(quotas ? (accountId) => quotas.quotasOf(accountId).streams : undefined);
    this.quotas = quotas;
    this.#clock = clock;
    this.bodies = clients && new LargeBodies((incoming) => clients.clientOf(incoming));
    this.reads = clients && new LargeReads(clock);
    this.pages = clients && clientTurns(clients, new LargeReads(clock, readingPaces.pages));
    this.signatures = clients && clientTurns(clients, new LargeReads(clock, readingPaces.signatures));
    this.experiments = clients && new LargeReads(clock, readingPaces.experiments);
    this.accountWide = clients && new LargeReads(clock, readingPaces.snapshots);
    this.#hosted = clients && { attempts: new AttemptLimits(), clients, passwords: new PasswordQueue(clock) };
  }

  /** Starts an attempt to log in, to register or to use a code. Returns undefined in a local simulator. */
  beginAttempt(kind: AttemptRule['kind'], { incoming, outgoing }: HttpBindings): Attempt | undefined {
    if (!this.#hosted) return undefined;
    const { attempts, clients, passwords } = this.#hosted;
    const client = clients.clientOf(incoming);
    const attempt = attempts.begin(kind, client, this.#clock.elapsed());
    if (kind !== 'login' && kind !== 'registration') return attempt;
    return { ...attempt, run: (work) => passwords.run(client, outgoing, work, attempt.isKnown()) };
  }

  /** Returns the client of a request. In a local simulator, which trusts no proxy, the client is the peer. */
  clientOf(incoming: IncomingMessage): string {
    return this.#hosted?.clients.clientOf(incoming) ?? incoming.socket.remoteAddress ?? 'unknown';
  }

  get quotaRefusals(): readonly (readonly [QuotaName, number])[] {
    return namesOf(defaultQuotas).map((name) => [
      name,
      name === 'streams' ? this.streams.refusedCount : (this.quotas?.refusals.get(name) ?? 0),
    ]);
  }

  async refusalOf(
    operation: Operation,
    accountId: string,
    accept: string | undefined,
  ): Promise<Refusal | undefined> {
    const streamRefusal = acceptsStream(operation, accept) && this.streams.refusalOf(accountId);
    return streamRefusal || this.quotas?.refusalOf(operation, accountId);
  }

  /**
   * Runs one large read within an operation that `largeReadsFor` doesn't queue, when the account's turn
   * comes.
   */
  readInTurn<T>(accountId: string, read: () => Promise<T>): Promise<T> {
    return this.reads ? this.reads.runInTurn(accountId, read) : read();
  }

  /** Returns the queue for operations that can read a whole account; null for other operations. */
  largeReadsFor(operation: Operation): LargeReads | null {
    if (isAccountWide(operation)) return this.accountWide;
    return isLargeRead(operation) ? this.reads : null;
  }
}

export type ClientTurns = ReturnType<typeof clientTurns>;

/** Queues the work of requests that have no credential; clients take turns. */
function clientTurns(clients: ClientAddresses, reads: LargeReads) {
  return {
    /**
     * Runs `work` when the client's turn comes. Refuses the request if too many requests of the client wait.
     */
    run: <T extends object>({ incoming, outgoing }: HttpBindings, work: () => T | Promise<T>) =>
      reads.run(turnOwner(clients.clientOf(incoming)), outgoing, work),
  };
}
