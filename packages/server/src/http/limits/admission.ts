import type { IncomingMessage, ServerResponse } from 'node:http';
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
import { message } from '@svc-simulator/texts/message.ts';
import { isStream, wantsStream } from '../event-stream.ts';
import type { AccountQuotas } from './account-quotas.ts';
import { type Attempt, AttemptLimits } from './attempt-limits.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { siteOfClient } from './client-network.ts';
import { HeldPlaces } from './held-places.ts';
import {
  LargeReads,
  publicPages,
  readsMuch,
  sharedSerials,
  takesWhole,
  wholeAccounts,
} from './large-reads.ts';
import { PasswordTurns } from './password-turns.ts';
import { Room } from './room.ts';
import { sharedLimits } from './shared-limits.ts';
import { Turns } from './turns.ts';

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
  /** Pages and documents that need no credential, by client. Null: the simulator is local, and nobody waits. */
  readonly pages: ClientReads | null;
  /** Signatures over much, or of a serial that many accounts have, by client. Null: the simulator is local. */
  readonly signatures: ClientReads | null;
  /** Snapshots that are saved and loaded. Null: the simulator is local, and nobody waits. */
  readonly snapshots: LargeReads | null;
  /** Null: the simulator is local, and nobody has any. */
  readonly quotas: AccountQuotas | null;
  readonly #clock: Clock;
  readonly #passwords: PasswordTurns;
  readonly #hosted: { readonly attempts: AttemptLimits; readonly clients: ClientAddresses } | null;

  /** `clients` tells clients apart in hosted mode; null: the simulator is local. */
  constructor(clients: ClientAddresses | null, quotas: AccountQuotas | null, clock: Clock) {
    this.streams = new OpenStreams(quotas?.quotas.streams);
    this.quotas = quotas;
    this.#clock = clock;
    this.#passwords = new PasswordTurns(clock);
    this.bodies = clients && new LargeBodies((incoming) => clients.clientOf(incoming));
    this.reads = clients && new LargeReads(clock);
    this.pages = clients && new ClientReads(clients, new LargeReads(clock, publicPages));
    this.signatures = clients && new ClientReads(clients, new LargeReads(clock, sharedSerials));
    this.snapshots = clients && new LargeReads(clock, wholeAccounts);
    this.#hosted = clients && { attempts: new AttemptLimits(), clients };
  }

  /** Begins an attempt to log in, to register or to use a code. */
  attempt(kind: AttemptRule['kind'], { incoming, outgoing }: HttpBindings): Attempt {
    if (!this.#hosted) return free;
    const { attempts, clients } = this.#hosted;
    const client = clients.clientOf(incoming);
    const attempt = attempts.begin(kind, client, this.#clock.elapsed());
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

  /** Why an account may not call an operation now: it has as much open, or stored, as it may have. */
  async refusalOf(
    operation: Operation,
    accountId: string,
    accept: string | undefined,
  ): Promise<Refusal | undefined> {
    const wanted = wantsStream(operation, accept) ? accept : undefined;
    return this.streams.refusalOf(wanted, accountId) ?? this.quotas?.refusalOf(operation, accountId);
  }

  /** The turns that an operation waits for, if it answers as much as an account has. Null: it answers at once. */
  turnsOf(operation: Operation): LargeReads | null {
    if (takesWhole(operation)) return this.snapshots;
    return readsMuch(operation) ? this.reads : null;
  }
}

/** Takes what anybody may read in turns, by the client that asks. */
export class ClientReads {
  readonly #clients: Pick<ClientAddresses, 'clientOf'>;
  readonly #reads: LargeReads;

  constructor(clients: Pick<ClientAddresses, 'clientOf'>, reads: LargeReads) {
    this.#clients = clients;
    this.#reads = reads;
  }

  /** Returns what `show` returns, in the client's turn; a refusal when too many of its requests wait. */
  run<T extends object>(
    { incoming, outgoing }: HttpBindings,
    show: () => T | Promise<T>,
  ): Promise<T | { readonly busy: Refusal }> {
    const client = this.#clients.clientOf(incoming);
    return this.#reads.run(siteOfClient(client) ?? client, outgoing, show);
  }
}

/** Bodies up to here are read as they come; what programs send is far smaller. */
const SMALL_BYTES = 64 * 1024;
/** Being read at the same time, of one client. */
const PER_CLIENT = 4;
/** Bytes of bodies that are on their way, of all clients: a slow sender holds no place that another one waits for. */
const ROOM_BYTES = sharedLimits.large_bodies_mib.all * 2 ** 20;

/**
 * Takes requests with large bodies in turns, whoever sends them and to whatever: until its turn comes a body is left with its
 * sender, who is held up by the limits on slow clients.
 */
export class LargeBodies {
  readonly #clientOf: (incoming: IncomingMessage) => string;
  readonly #room = new Room(ROOM_BYTES);
  readonly #clients = new Map<string, Turns>();

  constructor(clientOf: (incoming: IncomingMessage) => string) {
    this.#clientOf = clientOf;
  }

  /**
   * What `serve` answers, at once unless the request has a large body, or one that does not say how large it is: that counts as
   * large as it may be.
   */
  async run<T>(incoming: IncomingMessage, mostBytes: number, serve: () => T | Promise<T>): Promise<T> {
    const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
    if (encoding === undefined && Number(length ?? 0) <= SMALL_BYTES) return serve();
    const client = this.#clientOf(incoming);
    const own = this.#clients.get(client) ?? new Turns(PER_CLIENT);
    this.#clients.set(client, own);
    try {
      return await own.take(async () => {
        const owner = siteOfClient(client) ?? client;
        const release = this.#room.hold(owner, Number(length ?? mostBytes), () => incoming.socket.destroy());
        try {
          return await serve();
        } finally {
          release();
        }
      });
    } finally {
      if (own.isIdle) this.#clients.delete(client);
    }
  }
}

const EVENT_STREAM = 'text/event-stream';

/** The event streams that are open, counted by account. */
export class OpenStreams extends HeldPlaces {
  readonly #mostPerAccount: number;
  /** How many were refused. */
  refused = 0;

  constructor(mostPerAccount = Number.POSITIVE_INFINITY) {
    super();
    this.#mostPerAccount = mostPerAccount;
  }

  /** A refusal when the request wants a stream and its account has as many as it may. */
  refusalOf(accept: string | undefined, accountId: string): Refusal | undefined {
    if (!accept?.includes(EVENT_STREAM) || this.of(accountId) < this.#mostPerAccount) return undefined;
    this.refused++;
    return {
      status: 429,
      title: 'problem.title.too_many_streams',
      ...message('problem.limit.streams', { limit: this.#mostPerAccount }),
      headers: { 'retry-after': '15' },
    };
  }

  /** Counts an answer that is a stream, until its connection is over. */
  hold(answer: Response, accountId: string, outgoing: ServerResponse | undefined): void {
    if (!outgoing || !isStream(answer)) return;
    // The answer to HEAD goes without its body, which nobody would read.
    if (outgoing.req.method === 'HEAD') void answer.body?.cancel();
    outgoing.once('close', this.take(accountId));
  }
}
