import { hash } from 'node:crypto';
import type { AttemptRule, Refusal } from '@svc-simulator/contract';
import { type Pace, PacedKeys } from './paced-keys.ts';

interface Paces {
  readonly address: Pace;
  /** Of refused ones only: whoever knows the password is not held up by somebody who guesses. */
  readonly name: Pace;
}

/** A class of trainees behind one address fits in; a guesser gets through 30 log-ins a minute, and 2 of one name. */
const paces: Readonly<Record<AttemptRule['kind'], Paces>> = {
  login: { address: { burst: 60, everyMs: 2000 }, name: { burst: 10, everyMs: 30_000 } },
  registration: { address: { burst: 60, everyMs: 30_000 }, name: { burst: 10, everyMs: 30_000 } },
};

/** One attempt to log in or to register. */
export interface Attempt {
  /** Set when it may not be made now. */
  readonly refusal: Refusal | undefined;
  /** Counts it under the name that it is for; a refusal when that may not be tried now. */
  named(name: string): Refusal | undefined;
  /** It was made; when it was `accepted` it does not count under its name. */
  ended(accepted: boolean): void;
}

/**
 * Slows down log-ins and registrations, by client address and by name. Each instance counts for itself. A local
 * simulator has none of this (contract section 4: hosted).
 */
export class AttemptLimits {
  readonly #addresses = byKind((kind) => new PacedKeys(paces[kind].address));
  readonly #names = byKind((kind) => new PacedKeys(paces[kind].name));

  /** Counts an attempt from an address, before anything of it is looked at. */
  begin(kind: AttemptRule['kind'], address: string, now: number): Attempt {
    const waitMs = this.#addresses[kind].take(address, now);
    const names = this.#names[kind];
    let key: string | undefined;
    return {
      refusal: waitMs > 0 ? tooMany(kind, 'from this address', waitMs) : undefined,
      named(name) {
        // Whatever its length, it takes the same room.
        const digest = hash('sha256', name.trim().toLowerCase(), 'base64');
        const nameWaitMs = names.take(digest, now);
        if (nameWaitMs > 0) return tooMany(kind, 'with this name', nameWaitMs);
        key = digest;
        return undefined;
      },
      ended(accepted) {
        if (accepted && key !== undefined) names.giveBack(key, now);
      },
    };
  }
}

function byKind<T>(make: (kind: AttemptRule['kind']) => T): Record<AttemptRule['kind'], T> {
  return { login: make('login'), registration: make('registration') };
}

function tooMany(kind: AttemptRule['kind'], of: string, waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  const what = kind === 'login' ? 'log-ins' : 'registrations';
  return {
    status: 429,
    title: 'Too many attempts',
    detail: `There were too many ${what} ${of}; wait ${seconds} s (Retry-After) and try again.`,
    headers: { 'retry-after': String(seconds) },
  };
}
