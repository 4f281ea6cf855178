import { initialSettings, type WebhookEvent } from '@svc-simulator/contract';
import {
  type AccountRecord,
  createRecordPolicy,
  type DeliveryRecord,
  defaultRates,
  RETENTION_MS,
  type SessionRecord,
} from '@svc-simulator/core';
import { KnownAccounts } from '@svc-simulator/server/accounts/known-accounts.ts';
import { CallLog } from '@svc-simulator/server/calls/call-log.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { handleTimer } from '@svc-simulator/server/timer-handler.ts';
import { emit } from '@svc-simulator/server/webhooks/emission.ts';
import { Webhooks, type WebhooksOptions } from '@svc-simulator/server/webhooks/webhooks.ts';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { put, type Store } from '@svc-simulator/store/store.ts';
import { onTestFinished } from 'vitest';
import { Sightings } from '../../../test/support/sightings.ts';
import { ManualClock } from './manual-clock.ts';
import { SeededRandom } from './seeded-random.ts';

export interface TraceSight {
  readonly accountId: string;
  readonly id: number;
  readonly at: string;
  readonly type: string;
  readonly session_id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the event holds, and fail where it doesn't.
  readonly data: any;
}

export interface TestWebhooksOptions extends WebhooksOptions {
  readonly hosted?: boolean;
  readonly wrap?: (store: Store) => Store;
}

export const OWN_URL = 'http://localhost:4010';
export const WEBHOOK_SECRET = 'whsec_test';

/** The webhooks of a simulator without HTTP, with a store in memory and a manual clock. */
export class TestWebhooks {
  readonly clock: ManualClock;
  readonly runtime: Runtime;
  readonly webhooks: Webhooks;
  readonly trace = new Sightings<TraceSight>('trace event');
  readonly #store: Store;
  #sessions = 0;

  private constructor(clock: ManualClock, runtime: Runtime, store: Store, options: WebhooksOptions) {
    this.clock = clock;
    this.runtime = runtime;
    this.#store = store;
    this.webhooks = new Webhooks(runtime, options);
    store.trace.subscribe(null, ({ accountId, json }) => this.trace.add({ accountId, ...JSON.parse(json) }));
    onTestFinished(async () => {
      await Promise.all([this.webhooks.close(), clock.advance(10_000)]);
      await store.close();
    });
  }

  /** Creates webhooks that deliver nothing before `begin`. */
  static async open({ hosted = false, wrap, ...options }: TestWebhooksOptions = {}): Promise<TestWebhooks> {
    const clock = new ManualClock();
    const store = await openEmbeddedStore({ directory: null, clock, policy: createRecordPolicy() });
    const settings = {
      publicUrl: OWN_URL,
      basePath: '',
      ownUrls: ['http://127.0.0.1:4010'],
      hosted,
      accreditationDelayMs: 5000,
      retentionMs: RETENTION_MS,
      rates: defaultRates,
      version: 'test',
    };
    const runtime = {
      calls: new CallLog(clock),
      clock,
      random: new SeededRandom(7),
      store: wrap?.(store) ?? store,
      queueEvent: () => {},
      log: () => {},
      knownAccounts: new KnownAccounts(() => {}),
      settings,
    };
    return new TestWebhooks(clock, runtime, store, options);
  }

  static async start(options?: TestWebhooksOptions): Promise<TestWebhooks> {
    const test = await TestWebhooks.open(options);
    test.begin();
    return test;
  }

  begin(): void {
    this.#store.start((due, passedMs) => handleTimer(this.runtime, this.webhooks.dispatcher, due, passedMs));
  }

  /** Returns a session whose webhooks go to `url`. The session isn't stored. */
  session(url: string | undefined, accountId = 'acc_0000000000000001'): SessionRecord {
    const now = this.clock.now();
    const number = String(++this.#sessions).padStart(12, '0');
    return {
      id: `00000000-0000-4000-8000-${number}`,
      accountId,
      origin: 'button',
      status: 'pending',
      accreditation: 'none',
      fields: {
        agreement_id: 'agr_0000000000000001',
        amount_reference: 25.5,
        currency_reference: 'USD',
        identifier: 'Pedido ñ 😀',
        ...(url === undefined ? {} : { webhook_url: url }),
      },
      amountMinor: 2550,
      paymentMethods: ['crypto'],
      shares: [],
      createdAt: now,
      updatedAt: now,
      expiresAt: null,
      expired: null,
      payment: null,
      accreditationDue: null,
      credits: null,
    };
  }

  /** Emits events of a session in one commit, in order. */
  async emit(
    session: SessionRecord,
    names: readonly WebhookEvent[] = ['payment_session.created'],
    now = this.clock.now(),
  ): Promise<DeliveryRecord[]> {
    const account = testAccount(session.accountId);
    const scope = { account: account.id, lock: [{ kind: 'account', id: account.id } as const] };
    return this.#store.transact(scope, ({ nextEventId }) => {
      const emissions = names.map((event, index) =>
        emit({
          event,
          session,
          account,
          now,
          random: this.runtime.random,
          nextEventId: nextEventId + index,
          settings: this.runtime.settings,
        }),
      );
      const puts = emissions.flatMap((emission) => emission.puts);
      const result = puts.map(({ value }) => value as DeliveryRecord);
      const events = emissions.flatMap((emission) => emission.events);
      return { result, puts: [put('account', account.id, account), ...puts], events };
    });
  }

  /** Sends a webhook of a new session; returns the session's id. */
  async send(url: string, accountId?: string): Promise<string> {
    const session = this.session(url, accountId);
    await this.emit(session);
    return session.id;
  }

  /** Resolves with the first event of a type; if `sessionId` is set, of that session. */
  seen(type: string, sessionId?: string): Promise<TraceSight> {
    const matches = (event: TraceSight) =>
      event.type === type && (sessionId === undefined || event.session_id === sessionId);
    return this.trace.first(matches, `${type} of ${sessionId ?? 'any session'}`);
  }

  /** Returns the data of a session's attempts so far. */
  attempts(sessionId: string): readonly TraceSight['data'][] {
    return this.trace.all
      .filter(({ type, session_id }) => type === 'webhook.attempted' && session_id === sessionId)
      .map(({ data }) => data);
  }

  /** Resolves with the data of an attempt. `attempt` is its number, from 1. */
  async attempted(sessionId: string, attempt: number): Promise<TraceSight['data']> {
    const { data } = await this.trace.first(
      (event) =>
        event.type === 'webhook.attempted' &&
        event.session_id === sessionId &&
        event.data.attempt === attempt,
      `attempt ${attempt} of ${sessionId}`,
    );
    return data;
  }
}

export function testAccount(id: string): AccountRecord {
  return {
    id,
    shortName: id,
    passwordHash: '',
    webhookSecret: WEBHOOK_SECRET,
    key: { id: 'key', tokenHint: '', createdAt: 0 },
    consoleTokenId: null,
    settings: initialSettings,
    createdAt: 0,
  };
}
