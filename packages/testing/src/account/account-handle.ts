import { type Client, type ClientOptions, createClient } from '@svc-simulator/client';
import {
  advanceClock,
  clearChaos,
  clearScript,
  getChaos,
  getClock,
  getScript,
  parseDurationMs,
  resetAccount,
  resetClock,
  setChaos,
  setClock,
  setScript,
} from '@svc-simulator/contract';
import { accountEnvironment, addToNoProxy, type DemoAccount } from '@svc-simulator/simulator';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SimulatorAssertionError } from '../assertion-error.ts';
import { withStory } from '../refusals.ts';
import { AccountSessions, sessionIdOf } from '../sessions.ts';
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
import { createSnapshotMethods } from './account-snapshots.ts';
import { AccountWebhooks } from './account-webhooks.ts';
import { createMistakeFinder } from './mistake-finder.ts';

export interface SimulatorAccess {
  readonly at: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'language' | 'agent'>;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Creates the API of an account for a test. `waitMs` returns the default timeout of a wait that starts now.
 */
export function accountHandle(
  { at, env }: SimulatorAccess,
  account: DemoAccount,
  log: EventLog,
  waitMs: () => number,
): TestAccount {
  const { t } = log;
  const client = createClient({ ...at, token: account.token });
  const session = new AccountSessions(at, account, log, waitMs);
  const webhooks = new AccountWebhooks(log, waitMs, account.webhook_secret);
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
      ...addToNoProxy(new URL(at.baseUrl), process.env),
      ...env,
    },
    session,
    webhooks,
    findMistake: createMistakeFinder(log, client, { session, webhooks, waitMs }),
    clock: createClock(t, client),
    chaos: createChaos(t, client),
    script: createScriptMethod(t, client),
    trace: ({ type, session } = {}) =>
      (session === undefined ? [...log.events] : log.ofSession(sessionIdOf(t, session))).filter(
        (event) => type === undefined || event.type === type,
      ),
    ...createSnapshotMethods(t, client),
    reset: async () => void (await withStory(t, 'reset', client.call(resetAccount))),
  };
}

function createChaos(t: Texts, client: Client): AccountChaos {
  return {
    set: async (body) => (await withStory(t, 'chaos.set', client.call(setChaos, { body }))).data,
    show: async () => (await withStory(t, 'chaos.show', client.call(getChaos))).data,
    off: async () => void (await withStory(t, 'chaos.off', client.call(clearChaos))),
  };
}

function createScriptMethod(t: Texts, client: Client): TestAccount['script'] {
  return async (script?: readonly ScriptRule[] | WantedScript | null): Promise<Script> => {
    const call = () => {
      if (script === undefined) return client.call(getScript);
      if (script === null) return client.call(clearScript);
      return client.call(setScript, { body: 'length' in script ? { rules: script } : script });
    };
    return (await withStory(t, 'script', call())).data;
  };
}

function createClock(t: Texts, client: Client): AccountClock {
  const timeAfter = async (callName: string, call: Promise<{ readonly data: { readonly now: string } }>) =>
    new Date((await withStory(t, callName, call)).data.now);
  const set = (callName: string, state: { readonly frozen?: boolean }, instant?: Instant) => {
    const now = instant === undefined ? {} : { now: instantText(t, instant) };
    return timeAfter(callName, client.call(setClock, { body: { ...state, ...now } }));
  };
  return {
    now: () => timeAfter('clock.now', client.call(getClock)),
    advance: async (duration) => {
      const ms = typeof duration === 'number' ? duration : parseDurationMs(duration);
      if (ms === null || !Number.isFinite(ms)) {
        throw new SimulatorAssertionError(
          t('testing.account.invalid_duration', { duration: formatValue(duration) }),
        );
      }
      return timeAfter('clock.advance', client.call(advanceClock, { body: { ms } }));
    },
    freeze: async (instant) => set('clock.freeze', { frozen: true }, instant),
    unfreeze: () => set('clock.unfreeze', { frozen: false }),
    set: async (instant) => set('clock.set', {}, instant),
    reset: () => timeAfter('clock.reset', client.call(resetClock)),
  };
}

/** Converts an instant to ISO 8601. Returns texts unchanged, because the simulator validates them. */
function instantText(t: Texts, instant: Instant): string {
  if (typeof instant === 'string') return instant;
  // Not checked by `instanceof`, because dates of fake timers and test sandboxes have another class.
  const ms = Number(instant);
  if (!Number.isNaN(new Date(ms).getTime())) return new Date(ms).toISOString();
  throw new SimulatorAssertionError(t('testing.account.invalid_time', { at: formatValue(instant) }));
}

/** Formats a value for an error. JSON would show NaN and an invalid `Date` as null. */
function formatValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
