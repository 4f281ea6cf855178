import { hash } from 'node:crypto';
import { type AttemptRule, mapValues, type Outcome, type Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { clientHolders } from './client-network.ts';
import { KeyedBudget } from './keyed-budget.ts';
import { attemptBudgets } from './limit-table.ts';

type Kind = AttemptRule['kind'];

/** Maximum number of remembered pairs of a name and a client. */
const MAX_KNOWN_CLIENTS = 50_000;

/** One attempt to log in, to register or to use a code. */
export interface Attempt {
  /** Undefined if the attempt is allowed. */
  readonly refusal: Refusal | undefined;
  /** Counts the attempt for a name; refuses it if the name has had too many. */
  named(name: string): Refusal | undefined;
  /** True if the client has registered that name or logged in with it. */
  isKnown(): boolean;
  /** Runs the attempt, in the client's turn if it checks a password; refuses it if too many wait. */
  inTurn<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** Ends the attempt; an accepted one isn't counted for its name. */
  ended(accepted: boolean): void;
}

/**
 * Limits logins, registrations and codes by client and by name (contract section 4). A client that recently
 * used a name successfully isn't delayed by others in its network. Each instance counts separately.
 */
export class AttemptLimits {
  readonly #budgets = mapValues(attemptBudgets, ({ client, nameOfClient, name }) => ({
    clients: new KeyedBudget(client),
    namesOfClients: new KeyedBudget(nameOfClient),
    names: name && new KeyedBudget(name),
  }));
  /** Names and the clients that registered them or logged in with them. */
  readonly #knownClients = new Set<string>();

  /** Counts a client's attempt before its request is read. */
  begin(kind: Kind, client: string, now: number): Attempt {
    const { clients, namesOfClients, names } = this.#budgets[kind];
    const limits = attemptBudgets[kind];
    const knownClients = this.#knownClients;
    const waitMs = clients.take(clientHolders(client, limits.client.most), now);
    let key: string | undefined;
    let clientKey = '';
    const holdersOf = (digest: string) => clientHolders(client, limits.nameOfClient.most, digest);
    return {
      refusal: waitMs > 0 ? tooMany({ kind, by: 'address' }, waitMs) : undefined,
      named(name) {
        // A digest has the same size for names of any length.
        const digest = hash('sha256', name.trim().toLowerCase(), 'base64');
        clientKey = `${digest} ${client}`;
        if (kind === 'login' && knownClients.has(clientKey)) return undefined;
        const clientWaitMs = namesOfClients.take(holdersOf(digest), now);
        if (clientWaitMs > 0) return tooMany({ kind, by: 'name' }, clientWaitMs);
        const nameWaitMs = names?.take(digest, now) ?? 0;
        if (nameWaitMs > 0) {
          namesOfClients.giveBack(holdersOf(digest), now);
          return tooMany({ kind, by: 'name' }, nameWaitMs);
        }
        key = digest;
        return undefined;
      },
      isKnown: () => knownClients.has(clientKey),
      inTurn: (work) => work(),
      ended(accepted) {
        if (!accepted) return;
        if (kind === 'login' || kind === 'registration') {
          knownClients.delete(clientKey);
          knownClients.add(clientKey);
          const [oldest] = knownClients.size > MAX_KNOWN_CLIENTS ? knownClients : [];
          if (oldest !== undefined) knownClients.delete(oldest);
        }
        if (key === undefined) return;
        namesOfClients.giveBack(holdersOf(key), now);
        names?.giveBack(key, now);
      },
    };
  }
}

function tooMany(limit: { readonly kind: Kind; readonly by: 'address' | 'name' }, waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  const why = message('problem.limit.attempts', { ...limit, seconds });
  const headers = { 'retry-after': String(seconds) };
  return refuseWith(429, 'problem.title.too_many_attempts', why, { headers }).refusal;
}
