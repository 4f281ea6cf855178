import { type CallResult, type Client, type ClientOptions, createClient } from '@svc-simulator/client';
import {
  createButtonSession,
  createRequestSession,
  expireSession,
  forceOutcome,
  getClock,
  getSessionStatus,
  legOfOutcome,
  olderForms,
} from '@svc-simulator/contract';
import type { DemoAccount } from '@svc-simulator/simulator';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SimulatorAssertionError } from './assertion-error.ts';
import { payOnPage } from './payer.ts';
import { withStory } from './refusals.ts';
import type {
  CreatedSession,
  FailureReason,
  PaymentOptions,
  PaymentResult,
  SessionFields,
  SessionRef,
  SessionState,
  SessionStatus,
  Sessions,
  TraceEvent,
} from './sessions-api.ts';
import type { EventLog } from './trace/event-log.ts';
import { isReachedBy, preventedBy } from './trace/session-states.ts';
import { sessionStory } from './trace/story.ts';
import { waitOn } from './wait.ts';

const DAY_MS = 86_400_000;
/** Values of `otp` that make a payment fail (contract section 5). */
const failingOtps: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: '111111',
  invalid_otp: '222222',
  bank_limit: '333333',
};

export function sessionIdOf(t: Texts, session: SessionRef): string {
  // A program without types can pass any value.
  const id: unknown = typeof session === 'string' ? session : session?.id;
  if (typeof id === 'string') return id;
  throw new SimulatorAssertionError(
    t('testing.session.invalid_argument', { session: JSON.stringify(session) ?? 'undefined' }),
  );
}

export class AccountSessions implements Sessions {
  readonly #account: DemoAccount;
  readonly #at: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'language' | 'agent'>;
  readonly #log: EventLog;
  readonly #waitMs: () => number;
  readonly #client: Client;
  #sessionCount = 0;

  constructor(
    at: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'language' | 'agent'>,
    account: DemoAccount,
    log: EventLog,
    waitMs: () => number,
  ) {
    this.#at = at;
    this.#account = account;
    this.#log = log;
    this.#waitMs = waitMs;
    this.#client = createClient({ ...at, token: account.token });
  }

  create(fields: SessionFields = {}): Promise<CreatedSession> {
    const body = withDefaults(
      { ...this.#defaultFields(), ...requiredButtonFields(this.#at.baseUrl) },
      fields,
    );
    return this.#dataOf('session.create', this.#client.call(createButtonSession, { body }));
  }

  async createRequest(fields: SessionFields = {}): Promise<CreatedSession> {
    const due_date_session = 'due_date_session' in fields ? '' : await this.#fetchTomorrow();
    const body = withDefaults({ ...this.#defaultFields(), due_date_session }, fields);
    return this.#dataOf('session.createRequest', this.#client.call(createRequestSession, { body }));
  }

  pay(session: SessionRef, options: PaymentOptions = {}): Promise<PaymentResult> {
    const id = sessionIdOf(this.#log.t, session);
    return payOnPage({ at: this.#at, id, options, log: this.#log, story: () => this.story(id) });
  }

  fail(session: SessionRef, reason: FailureReason = 'insufficient_funds'): Promise<PaymentResult> {
    return this.pay(session, { otp: failingOtps[reason] });
  }

  expire(session: SessionRef): Promise<SessionStatus> {
    const params = { session_id: sessionIdOf(this.#log.t, session) };
    return this.#dataOf('session.expire', this.#client.call(expireSession, { params }), session);
  }

  force(session: SessionRef, state: SessionState): Promise<SessionStatus> {
    const request = {
      params: { session_id: sessionIdOf(this.#log.t, session) },
      body: { leg: legOfOutcome(state), outcome: state },
    };
    return this.#dataOf('session.force', this.#client.call(forceOutcome, request), session);
  }

  status(session: SessionRef): Promise<SessionStatus> {
    const params = { session_id: sessionIdOf(this.#log.t, session) };
    return this.#dataOf('session.status', this.#client.call(getSessionStatus, { params }), session);
  }

  waitFor(
    session: SessionRef,
    state: SessionState,
    { timeoutMs = this.#waitMs() }: { readonly timeoutMs?: number } = {},
  ): Promise<TraceEvent> {
    const id = sessionIdOf(this.#log.t, session);
    const fail = (message: string) => new SimulatorAssertionError(message, { story: this.story(id) });
    return waitOn(this.#log, {
      caller: this.waitFor,
      waitName: this.#log.t('testing.session.state', { state, id }),
      timeoutMs,
      findResult: () => {
        const events = this.#log.ofSession(id);
        const reachingEvent = events.find((event) => isReachedBy(state, event));
        if (reachingEvent) return reachingEvent;
        const end = preventedBy(state, events);
        if (end) throw fail(this.#log.t('testing.session.impossible_state', { state, end }));
        if (events.length === 0) throw fail(this.#log.t('testing.session.unknown', { id }));
        return undefined;
      },
      timeoutError: () => fail(this.#log.t('testing.session.timeout', { timeoutMs, state })),
    });
  }

  story(session: SessionRef): string {
    return sessionStory(
      this.#log.t,
      sessionIdOf(this.#log.t, session),
      this.#log.ofSession(sessionIdOf(this.#log.t, session)),
    );
  }

  /** Returns the time in a day by the account's clock, which can differ from real time by years. */
  async #fetchTomorrow(): Promise<string> {
    const { now } = await this.#dataOf('clock.now', this.#client.call(getClock));
    return new Date(Date.parse(now) + DAY_MS).toISOString();
  }

  #defaultFields() {
    return {
      amount_reference: 10,
      currency_reference: 'USD' as const,
      identifier: `test-${++this.#sessionCount}`,
      agreement_id: this.#account.agreement_id,
    };
  }

  async #dataOf<T>(what: string, answer: Promise<CallResult<T>>, session?: SessionRef): Promise<T> {
    const story = session === undefined ? undefined : () => this.story(session);
    return (await withStory(this.#log.t, what, answer, story)).data;
  }
}

/**
 * Adds defaults, except for fields that the test sends under an older name. The simulator then refuses the
 * older name and suggests the current name.
 */
function withDefaults<D extends object>(defaults: D, fields: SessionFields): D & SessionFields {
  const renamedFields = Object.entries(olderForms.names).filter(([older]) => older in fields);
  return {
    ...defaults,
    ...Object.fromEntries(renamedFields.map(([, name]) => [name, undefined])),
    ...fields,
  };
}

/**
 * Returns the required fields of a button. Its return URLs are the simulator's, so a redirect gets a
 * response.
 */
function requiredButtonFields(url: string) {
  return {
    identifier_label: 'Order',
    description: 'A test payment',
    success_url: `${url}/health?payment=paid`,
    failure_url: `${url}/health?payment=failed`,
  };
}
