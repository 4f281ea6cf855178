import { hash } from 'node:crypto';
import { type AttemptRule, mapValues, type Outcome, type Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { ClientPaces } from './client-paces.ts';
import { type Pace, PacedKeys } from './paced-keys.ts';
import { sharedLimits } from './shared-limits.ts';

type Kind = AttemptRule['kind'];

/** Pairs of a name and a client that are remembered. */
const MOST_GOOD = 50_000;

/** Guesses count against the network that guesses, so nobody else's right password or code is refused because of them. */
interface Paces {
  readonly client: Pace;
  /** Of refused attempts only. */
  readonly nameOfClient: Pace;
  /** Of refused attempts from any client, for a name that only its account can try. */
  readonly name?: Pace;
}

/** A class of trainees behind one address fits in; a guesser gets through 30 log-ins a minute, and 2 of one name. */
const paces: Readonly<Record<Kind, Paces>> = {
  login: {
    client: { burst: sharedLimits.passwords_waiting.address, everyMs: 2000 },
    nameOfClient: { burst: 10, everyMs: 30_000 },
  },
  registration: { client: { burst: 60, everyMs: 30_000 }, nameOfClient: { burst: 10, everyMs: 30_000 } },
  // A pairing code lives for ten minutes and has six digits.
  code: { client: { burst: 60, everyMs: 2000 }, nameOfClient: { burst: 5, everyMs: 120_000 } },
  // Only the account itself tries, from however many addresses.
  class_code: {
    client: { burst: 60, everyMs: 2000 },
    nameOfClient: { burst: 5, everyMs: 120_000 },
    name: { burst: 5, everyMs: 120_000 },
  },
  registration_code: { client: { burst: 60, everyMs: 2000 }, nameOfClient: { burst: 5, everyMs: 120_000 } },
};

/** One attempt to log in, to register or to use a code. */
export interface Attempt {
  /** Set when it may not be made now. */
  readonly refusal: Refusal | undefined;
  /** Counts it under the name that it is for; a refusal when that may not be tried now. */
  named(name: string): Refusal | undefined;
  /** Whether the client has registered that name or logged in with it. */
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
  readonly #clients = byKind((kind) => new ClientPaces(paces[kind].client));
  readonly #namesOfClients = byKind((kind) => new ClientPaces(paces[kind].nameOfClient));
  readonly #names = byKind((kind) => {
    const { name } = paces[kind];
    return name && new PacedKeys(name);
  });
  /** Names with the clients that have registered them or logged in with them. */
  readonly #good = new Set<string>();

  /** Counts an attempt of a client, before anything of it is looked at. */
  begin(kind: Kind, client: string, now: number): Attempt {
    const waitMs = this.#clients[kind].take(client, now);
    const [namesOfClients, names, good] = [this.#namesOfClients[kind], this.#names[kind], this.#good];
    let key: string | undefined;
    let keyOfClient = '';
    return {
      refusal: waitMs > 0 ? tooMany({ kind, by: 'address' }, waitMs) : undefined,
      named(name) {
        // Whatever its length, it takes the same room.
        const digest = hash('sha256', name.trim().toLowerCase(), 'base64');
        keyOfClient = `${digest} ${client}`;
        if (kind === 'login' && good.has(keyOfClient)) return undefined;
        const ownWaitMs = namesOfClients.take(client, now, digest);
        if (ownWaitMs > 0) return tooMany({ kind, by: 'name' }, ownWaitMs);
        const nameWaitMs = names?.take(digest, now) ?? 0;
        if (nameWaitMs > 0) {
          namesOfClients.giveBack(client, now, digest);
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
        namesOfClients.giveBack(client, now, key);
        names?.giveBack(key, now);
      },
    };
  }
}

function byKind<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return mapValues(paces, (_, kind) => make(kind));
}

function tooMany(what: { readonly kind: Kind; readonly by: 'address' | 'name' }, waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  return {
    status: 429,
    title: 'problem.title.too_many_attempts',
    ...message('problem.limit.attempts', { ...what, seconds }),
    headers: { 'retry-after': String(seconds) },
  };
}
