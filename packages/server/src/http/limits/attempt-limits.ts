import { hash } from 'node:crypto';
import { type AttemptRule, mapValues, type Outcome, type Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { clientKeys } from './client-network.ts';
import { KeyedBudget } from './keyed-budget.ts';
import { attemptBudgets } from './limit-table.ts';

type Kind = AttemptRule['kind'];

const MAX_KNOWN_CLIENTS = 50_000;

/** An attempt to log in, to register or to use a code. */
export interface Attempt {
  /** Undefined if the attempt is allowed. */
  readonly refusal: Refusal | undefined;
  /** Counts the attempt for a name. Refuses the attempt if the name has had too many. */
  countName(name: string): Refusal | undefined;
  /** Returns true if the client has registered the name or logged in with it. Call `countName` first. */
  isKnown(): boolean;
  /**
   * Runs the attempt. An attempt that checks a password waits for the client's turn (`Admission`), and is
   * refused if too many wait.
   */
  run<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** Ends the attempt. An accepted attempt no longer counts for the name. */
  end(isAccepted: boolean): void;
}

/**
 * Limits logins, registrations and codes by client and by name (contract section 4). If a client has logged
 * in with a name before, wrong passwords from its network don't lock the client out. Each instance counts
 * separately.
 */
export class AttemptLimits {
  readonly #budgets = mapValues(attemptBudgets, ({ client, clientAndName, name }) => ({
    clients: new KeyedBudget(client),
    clientAndNameBudget: new KeyedBudget(clientAndName),
    names: name && new KeyedBudget(name),
  }));
  /** Pairs of a name's digest and a client that registered the name or logged in with it. */
  readonly #knownClients = new Set<string>();

  begin(kind: Kind, client: string, now: number): Attempt {
    const { clients, clientAndNameBudget, names } = this.#budgets[kind];
    const limits = attemptBudgets[kind];
    const knownClients = this.#knownClients;
    const waitMs = clients.take(clientKeys(client, limits.client.limit), now);
    let countedDigest: string | undefined;
    let clientKey = '';
    const keysOf = (digest: string) => clientKeys(client, limits.clientAndName.limit, digest);
    return {
      refusal: waitMs > 0 ? attemptsRefusal(kind, 'address', waitMs) : undefined,
      countName(name) {
        // A digest, because a client can send names of any length.
        const digest = hash('sha256', name.trim().toLowerCase(), 'base64');
        clientKey = `${digest} ${client}`;
        if (kind === 'login' && knownClients.has(clientKey)) return undefined;
        const clientWaitMs = clientAndNameBudget.take(keysOf(digest), now);
        if (clientWaitMs > 0) return attemptsRefusal(kind, 'name', clientWaitMs);
        const nameWaitMs = names?.take(digest, now) ?? 0;
        if (nameWaitMs > 0) {
          clientAndNameBudget.release(keysOf(digest), now);
          return attemptsRefusal(kind, 'name', nameWaitMs);
        }
        countedDigest = digest;
        return undefined;
      },
      isKnown: () => knownClients.has(clientKey),
      run: (work) => work(),
      end(isAccepted) {
        if (!isAccepted) return;
        if (kind === 'login' || kind === 'registration') {
          knownClients.delete(clientKey);
          knownClients.add(clientKey);
          const [oldest] = knownClients.size > MAX_KNOWN_CLIENTS ? knownClients : [];
          if (oldest !== undefined) knownClients.delete(oldest);
        }
        if (countedDigest === undefined) return;
        clientAndNameBudget.release(keysOf(countedDigest), now);
        names?.release(countedDigest, now);
      },
    };
  }
}

function attemptsRefusal(kind: Kind, by: 'address' | 'name', waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  const why = message('problem.limit.attempts', { kind, by, seconds });
  const headers = { 'retry-after': String(seconds) };
  return refuseWith(429, 'problem.title.too_many_attempts', why, { headers }).refusal;
}
