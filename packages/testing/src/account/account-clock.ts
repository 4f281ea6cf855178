import type { Client } from '@svc-simulator/client';
import { advanceClock, durationMsOf, getClock, resetClock, setClock } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { SimulatorAssertionError } from '../assertion-error.ts';
import { asked } from '../refusals.ts';
import type { AccountClock, Instant } from '../testing-api.ts';

/** What every operation of the clock answers. */
interface Answer {
  readonly data: { readonly now: string };
}

/** The clock of one account, through the simulator's own API. */
export class ClockOfAccount implements AccountClock {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  now(): Promise<Date> {
    return shown(t`tell the time`, this.#client.call(getClock));
  }

  async advance(duration: string | number): Promise<Date> {
    const ms = typeof duration === 'number' ? duration : durationMsOf(duration);
    if (ms === null || !Number.isFinite(ms)) {
      throw new SimulatorAssertionError(
        t`${quoted(duration)} is no duration to advance the clock by; write it like '90s', '14 days' or '1h 30m', or as milliseconds`,
      );
    }
    return shown(t`advance the clock by ${duration}`, this.#client.call(advanceClock, { body: { ms } }));
  }

  freeze(at?: Instant): Promise<Date> {
    return this.#set(t`freeze the clock`, { frozen: true }, at);
  }

  unfreeze(): Promise<Date> {
    return this.#set(t`let the clock go on`, { frozen: false });
  }

  set(at: Instant): Promise<Date> {
    return this.#set(t`set the clock`, {}, at);
  }

  reset(): Promise<Date> {
    return shown(t`bring the clock back to real time`, this.#client.call(resetClock));
  }

  async #set(what: string, state: { readonly frozen?: boolean }, at?: Instant): Promise<Date> {
    if (at === undefined) return shown(what, this.#client.call(setClock, { body: state }));
    const now = textOf(what, at);
    return shown(t`${what} at ${now}`, this.#client.call(setClock, { body: { ...state, now } }));
  }
}

async function shown(what: string, call: Promise<Answer>): Promise<Date> {
  const { data } = await asked(what, call);
  return new Date(data.now);
}

/** A text goes as it is, so that the simulator says what it takes. */
function textOf(what: string, at: Instant): string {
  if (typeof at === 'string') return at;
  // Not told apart by `instanceof`: dates of fake timers, and of a test runner's sandbox, are of another class.
  const ms = Number(at);
  if (!Number.isNaN(new Date(ms).getTime())) return new Date(ms).toISOString();
  throw new SimulatorAssertionError(
    t`${quoted(at)} is no time to ${what} at; write it like '2027-01-31T23:59:00Z', or as a Date or milliseconds since 1970`,
  );
}

/** A `Date` that is none, and NaN, say so. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
