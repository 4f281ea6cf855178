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
import { withStory } from '../refusals.ts';
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

export interface Place {
  readonly at: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'language' | 'agent'>;
  readonly env: Readonly<Record<string, string>>;
}

/** Creates an account for tests. `waitMs` returns the default duration of a wait that starts now. */
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
    reset: async () => void (await withStory(t, 'reset', client.call(resetAccount))),
  };
}

function chaosOf(t: Texts, client: Client): AccountChaos {
  return {
    set: async (body) => (await withStory(t, 'chaos.set', client.call(setChaos, { body }))).data,
    show: async () => (await withStory(t, 'chaos.show', client.call(getChaos))).data,
    off: async () => void (await withStory(t, 'chaos.off', client.call(clearChaos))),
  };
}

function scriptOf(t: Texts, client: Client): TestAccount['script'] {
  return async (wanted?: readonly ScriptRule[] | WantedScript | null): Promise<Script> => {
    const call = () => {
      if (wanted === undefined) return client.call(getScript);
      if (wanted === null) return client.call(clearScript);
      return client.call(setScript, { body: 'length' in wanted ? { rules: wanted } : wanted });
    };
    return (await withStory(t, 'script', call())).data;
  };
}

function clockOf(t: Texts, client: Client): AccountClock {
  const shown = async (what: string, call: Promise<{ readonly data: { readonly now: string } }>) =>
    new Date((await withStory(t, what, call)).data.now);
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

/** Passes texts unchanged, so the simulator validates them. */
function textOf(t: Texts, at: Instant): string {
  if (typeof at === 'string') return at;
  // Not checked by `instanceof`, because dates of fake timers and test sandboxes have another class.
  const ms = Number(at);
  if (!Number.isNaN(new Date(ms).getTime())) return new Date(ms).toISOString();
  throw new SimulatorAssertionError(t('testing.account.no_time_write_like', { at: quoted(at) }));
}

/** Formats an invalid `Date` or NaN visibly. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
