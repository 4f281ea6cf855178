import { hash } from 'node:crypto';
import { type AttemptRule, mapValues, type Outcome, type Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { clientHolders } from './client-network.ts';
import { KeyedBudget } from './keyed-budget.ts';
import { attemptBudgets } from './limit-table.ts';

type Kind = AttemptRule['kind'];

/** Pairs of a name and a client that are remembered. */
const MOST_GOOD = 50_000;

/** One attempt to log in, to register or to use a code. */
export interface Attempt {
  /** Set when it may not be made now. */
  readonly refusal: Refusal | undefined;
  /** Counts it under the name that it is for; a refusal when that may not be tried now. */
  named(name: string): Refusal | undefined;
  /** True if the client has registered that name or logged in with it. */
  isKnown(): boolean;
  /** Makes it, when the client's turn comes where it takes a password; a refusal when too many wait. */
  inTurn<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** It was made; when it was `accepted` it does not count under its name. */
  ended(accepted: boolean): void;
}

/**
 * Slows down log-ins, registrations and codes, by client and by name. A client that has lately registered a name or logged in with
 * it is not held up by what others of its network try. Each instance counts for itself. A local simulator has none of this (contract section
 * 4: hosted).
 */
export class AttemptLimits {
  readonly #budgets = mapValues(attemptBudgets, ({ client, nameOfClient, name }) => ({
    clients: new KeyedBudget(client),
    namesOfClients: new KeyedBudget(nameOfClient),
    names: name && new KeyedBudget(name),
  }));
  /** Names with the clients that have registered them or logged in with them. */
  readonly #good = new Set<string>();

  /** Counts an attempt of a client, before anything of it is looked at. */
  begin(kind: Kind, client: string, now: number): Attempt {
    const { clients, namesOfClients, names } = this.#budgets[kind];
    const limits = attemptBudgets[kind];
    const good = this.#good;
    const waitMs = clients.take(clientHolders(client, limits.client.most), now);
    let key: string | undefined;
    let keyOfClient = '';
    const holdersOf = (digest: string) => clientHolders(client, limits.nameOfClient.most, digest);
    return {
      refusal: waitMs > 0 ? tooMany({ kind, by: 'address' }, waitMs) : undefined,
      named(name) {
        // A digest has the same size for names of any length.
        const digest = hash('sha256', name.trim().toLowerCase(), 'base64');
        keyOfClient = `${digest} ${client}`;
        if (kind === 'login' && good.has(keyOfClient)) return undefined;
        const ownWaitMs = namesOfClients.take(holdersOf(digest), now);
        if (ownWaitMs > 0) return tooMany({ kind, by: 'name' }, ownWaitMs);
        const nameWaitMs = names?.take(digest, now) ?? 0;
        if (nameWaitMs > 0) {
          namesOfClients.giveBack(holdersOf(digest), now);
          return tooMany({ kind, by: 'name' }, nameWaitMs);
        }
        key = digest;
        return undefined;
      },
      isKnown: () => good.has(keyOfClient),
      inTurn: (work) => work(),
      ended(accepted) {
        if (!accepted) return;
        if (kind === 'login' || kind === 'registration') {
          good.delete(keyOfClient);
          good.add(keyOfClient);
          const [oldest] = good.size > MOST_GOOD ? good : [];
          if (oldest !== undefined) good.delete(oldest);
        }
        if (key === undefined) return;
        namesOfClients.giveBack(holdersOf(key), now);
        names?.giveBack(key, now);
      },
    };
  }
}

function tooMany(what: { readonly kind: Kind; readonly by: 'address' | 'name' }, waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  const why = message('problem.limit.attempts', { ...what, seconds });
  const headers = { 'retry-after': String(seconds) };
  return refuseWith(429, 'problem.title.too_many_attempts', why, { headers }).refusal;
}
