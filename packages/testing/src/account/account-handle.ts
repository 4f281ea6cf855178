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
import { accountEnvironment, type DemoAccount, noProxyWith } from '@svc-simulator/simulator';
import type { Texts } from '@svc-simulator/texts/texts.ts';
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
  readonly at: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'language' | 'agent'>;
  readonly env: Readonly<Record<string, string>>;
}

/** An account as a test holds it. `timeoutMs` is how long its waits last unless they say so themselves. */
export function accountHandle(
  { at, env }: Place,
  account: DemoAccount,
  log: EventLog,
  timeoutMs: number,
): TestAccount {
  const { t } = log;
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
    clock: new ClockOfAccount(t, client),
    chaos: new ChaosOfAccount(t, client),
    script: scriptOf(t, client),
    trace: ({ type, session } = {}) =>
      (session === undefined ? [...log.events] : log.ofSession(idOf(t, session))).filter(
        (event) => type === undefined || event.type === type,
      ),
    ...snapshotsOf(t, client),
    reset: async () => void (await asked(t, t('testing.account.reset_account'), client.call(resetAccount))),
  };
}

/** What goes wrong for one account, through the simulator's own API. */
class ChaosOfAccount implements AccountChaos {
  readonly #t: Texts;
  readonly #client: Client;

  constructor(t: Texts, client: Client) {
    this.#t = t;
    this.#client = client;
  }

  async set(faults: ChaosFaults): Promise<ChaosState> {
    return (
      await asked(
        this.#t,
        this.#t('testing.account.set_chaos'),
        this.#client.call(setChaos, { body: faults }),
      )
    ).data;
  }

  async show(): Promise<ChaosState> {
    return (await asked(this.#t, this.#t('testing.account.show_chaos'), this.#client.call(getChaos))).data;
  }

  async off(): Promise<void> {
    await asked(this.#t, this.#t('testing.account.put_chaos_off'), this.#client.call(clearChaos));
  }
}

/** `script` of an account: reads, sets or clears how its next sessions end. */
function scriptOf(t: Texts, client: Client): TestAccount['script'] {
  return async (wanted?: readonly ScriptRule[] | WantedScript | null): Promise<Script> => {
    if (wanted === undefined)
      return (await asked(t, t('testing.account.show_script'), client.call(getScript))).data;
    if (wanted === null)
      return (await asked(t, t('testing.account.clear_script'), client.call(clearScript))).data;
    const body = 'length' in wanted ? { rules: wanted } : wanted;
    return (await asked(t, t('testing.account.set_script'), client.call(setScript, { body }))).data;
  };
}

/** What every operation of the clock answers. */
interface Answer {
  readonly data: { readonly now: string };
}

/** The clock of one account, through the simulator's own API. */
class ClockOfAccount implements AccountClock {
  readonly #t: Texts;
  readonly #client: Client;

  constructor(t: Texts, client: Client) {
    this.#t = t;
    this.#client = client;
  }

  now(): Promise<Date> {
    return shown(this.#t, this.#t('testing.common.tell_time'), this.#client.call(getClock));
  }

  async advance(duration: string | number): Promise<Date> {
    const ms = typeof duration === 'number' ? duration : durationMsOf(duration);
    if (ms === null || !Number.isFinite(ms)) {
      throw new SimulatorAssertionError(
        this.#t('testing.account.no_duration_advance_clock', { duration: quoted(duration) }),
      );
    }
    return shown(
      this.#t,
      this.#t('testing.account.advance_clock', { duration }),
      this.#client.call(advanceClock, { body: { ms } }),
    );
  }

  freeze(at?: Instant): Promise<Date> {
    return this.#set(this.#t('testing.account.freeze_clock'), { frozen: true }, at);
  }

  unfreeze(): Promise<Date> {
    return this.#set(this.#t('testing.account.let_clock_go'), { frozen: false });
  }

  set(at: Instant): Promise<Date> {
    return this.#set(this.#t('testing.account.set_clock'), {}, at);
  }

  reset(): Promise<Date> {
    return shown(this.#t, this.#t('testing.account.bring_clock_back_real'), this.#client.call(resetClock));
  }

  async #set(what: string, state: { readonly frozen?: boolean }, at?: Instant): Promise<Date> {
    if (at === undefined) return shown(this.#t, what, this.#client.call(setClock, { body: state }));
    const now = textOf(this.#t, what, at);
    return shown(
      this.#t,
      this.#t('testing.account.at', { what, now }),
      this.#client.call(setClock, { body: { ...state, now } }),
    );
  }
}

async function shown(t: Texts, what: string, call: Promise<Answer>): Promise<Date> {
  const { data } = await asked(t, what, call);
  return new Date(data.now);
}

/** A text goes as it is, so that the simulator says what it takes. */
function textOf(t: Texts, what: string, at: Instant): string {
  if (typeof at === 'string') return at;
  // Not told apart by `instanceof`: dates of fake timers, and of a test runner's sandbox, are of another class.
  const ms = Number(at);
  if (!Number.isNaN(new Date(ms).getTime())) return new Date(ms).toISOString();
  throw new SimulatorAssertionError(t('testing.account.no_time_write_like', { at: quoted(at), what }));
}

/** A `Date` that is none, and NaN, say so. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
