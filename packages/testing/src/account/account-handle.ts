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

/** An account as a test holds it. `waitMs` says how long a wait lasts that begins now and does not say so itself. */
export function accountHandle(
  { at, env }: Place,
  account: DemoAccount,
  log: EventLog,
  waitMs: () => number,
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
    session: new AccountSessions(at, account, log, waitMs),
    webhooks: new AccountWebhooks(log, waitMs, account.webhook_secret),
    clock: clockOf(t, client),
    chaos: chaosOf(t, client),
    script: scriptOf(t, client),
    trace: ({ type, session } = {}) =>
      (session === undefined ? [...log.events] : log.ofSession(idOf(t, session))).filter(
        (event) => type === undefined || event.type === type,
      ),
    ...snapshotsOf(t, client),
    reset: async () => void (await asked(t, 'reset', client.call(resetAccount))),
  };
}

/** What goes wrong for one account, through the simulator's own API. */
function chaosOf(t: Texts, client: Client): AccountChaos {
  return {
    set: async (body) => (await asked(t, 'chaos.set', client.call(setChaos, { body }))).data,
    show: async () => (await asked(t, 'chaos.show', client.call(getChaos))).data,
    off: async () => void (await asked(t, 'chaos.off', client.call(clearChaos))),
  };
}

/** `script` of an account: reads, sets or clears how its next sessions end. */
function scriptOf(t: Texts, client: Client): TestAccount['script'] {
  return async (wanted?: readonly ScriptRule[] | WantedScript | null): Promise<Script> => {
    const call = () => {
      if (wanted === undefined) return client.call(getScript);
      if (wanted === null) return client.call(clearScript);
      return client.call(setScript, { body: 'length' in wanted ? { rules: wanted } : wanted });
    };
    return (await asked(t, 'script', call())).data;
  };
}

/** The clock of one account, through the simulator's own API. */
function clockOf(t: Texts, client: Client): AccountClock {
  const shown = async (what: string, call: Promise<{ readonly data: { readonly now: string } }>) =>
    new Date((await asked(t, what, call)).data.now);
  const set = (what: string, state: { readonly frozen?: boolean }, at?: Instant) => {
    const now = at === undefined ? {} : { now: textOf(t, at) };
    return shown(what, client.call(setClock, { body: { ...state, ...now } }));
  };
  return {
    now: () => shown('clock.now', client.call(getClock)),
    advance: async (duration) => {
      const ms = typeof duration === 'number' ? duration : durationMsOf(duration);
      if (ms === null || !Number.isFinite(ms)) {
        throw new SimulatorAssertionError(
          t('testing.account.no_duration_advance_clock', { duration: quoted(duration) }),
        );
      }
      return shown('clock.advance', client.call(advanceClock, { body: { ms } }));
    },
    freeze: async (at) => set('clock.freeze', { frozen: true }, at),
    unfreeze: () => set('clock.unfreeze', { frozen: false }),
    set: async (at) => set('clock.set', {}, at),
    reset: () => shown('clock.reset', client.call(resetClock)),
  };
}

/** A text goes as it is, so that the simulator says what it takes. */
function textOf(t: Texts, at: Instant): string {
  if (typeof at === 'string') return at;
  // Not told apart by `instanceof`: dates of fake timers, and of a test runner's sandbox, are of another class.
  const ms = Number(at);
  if (!Number.isNaN(new Date(ms).getTime())) return new Date(ms).toISOString();
  throw new SimulatorAssertionError(t('testing.account.no_time_write_like', { at: quoted(at) }));
}

/** A `Date` that is none, and NaN, say so. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
