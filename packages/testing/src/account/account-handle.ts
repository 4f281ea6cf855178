import { type Client, type ClientOptions, createClient } from '@svc-simulator/client';
import {
  advanceClock,
  clearChaos,
  clearScript,
  durationMsOf,
  getChaos,
  getClock,
  getScript,
  resetAccount,
  resetClock,
  setChaos,
  setClock,
  setScript,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { accountEnvironment, type DemoAccount, noProxyWith } from '@svc-simulator/simulator';
import { SimulatorAssertionError } from '../assertion-error.ts';
import { asked } from '../refusals.ts';
import { AccountSessions, idOf } from '../sessions.ts';
import type {
  AccountChaos,
  AccountClock,
  ChaosFaults,
  ChaosState,
  Instant,
  Script,
  ScriptRule,
  TestAccount,
  WantedScript,
} from '../testing-api.ts';
import type { EventLog } from '../trace/event-log.ts';
import { snapshotsOf } from './account-snapshots.ts';
import { AccountWebhooks } from './account-webhooks.ts';

/** How the simulator is reached: by the library itself, and by programs that are told so in their environment. */
export interface Place {
  readonly at: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'language'>;
  readonly env: Readonly<Record<string, string>>;
}

/** An account as a test holds it. `timeoutMs` is how long its waits last unless they say so themselves. */
export function accountHandle(
  { at, env }: Place,
  account: DemoAccount,
  log: EventLog,
  timeoutMs: number,
): TestAccount {
  const client = createClient({ ...at, token: account.token });
  return {
    url: at.baseUrl,
    accountId: account.account_id,
    shortName: account.short_name,
    password: account.password,
    token: account.token,
    consoleToken: account.console_token,
    webhookSecret: account.webhook_secret,
    agreementId: account.agreement_id,
    merchantId: account.merchant_id ?? '',
    merchantEmail: account.merchant_email ?? '',
    env: {
      ...accountEnvironment(at.baseUrl, account),
      ...noProxyWith(new URL(at.baseUrl), process.env),
      ...env,
    },
    session: new AccountSessions(at, account, log, timeoutMs),
    webhooks: new AccountWebhooks(log, timeoutMs, account.webhook_secret),
    clock: new ClockOfAccount(client),
    chaos: new ChaosOfAccount(client),
    script: scriptOf(client),
    trace: ({ type, session } = {}) =>
      (session === undefined ? [...log.events] : log.ofSession(idOf(session))).filter(
        (event) => type === undefined || event.type === type,
      ),
    ...snapshotsOf(client),
    reset: async () => void (await asked(t`reset the account`, client.call(resetAccount))),
  };
}

/** What goes wrong for one account, through the simulator's own API. */
class ChaosOfAccount implements AccountChaos {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async set(faults: ChaosFaults): Promise<ChaosState> {
    return (await asked(t`set chaos`, this.#client.call(setChaos, { body: faults }))).data;
  }

  async show(): Promise<ChaosState> {
    return (await asked(t`show chaos`, this.#client.call(getChaos))).data;
  }

  async off(): Promise<void> {
    await asked(t`put chaos off`, this.#client.call(clearChaos));
  }
}

/** `script` of an account: reads, sets or clears how its next sessions end. */
function scriptOf(client: Client): TestAccount['script'] {
  return async (wanted?: readonly ScriptRule[] | WantedScript | null): Promise<Script> => {
    if (wanted === undefined) return (await asked(t`show the script`, client.call(getScript))).data;
    if (wanted === null) return (await asked(t`clear the script`, client.call(clearScript))).data;
    const body = 'length' in wanted ? { rules: wanted } : wanted;
    return (await asked(t`set the script`, client.call(setScript, { body }))).data;
  };
}

/** What every operation of the clock answers. */
interface Answer {
  readonly data: { readonly now: string };
}

/** The clock of one account, through the simulator's own API. */
class ClockOfAccount implements AccountClock {
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
