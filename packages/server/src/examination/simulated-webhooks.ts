import {
  createButtonSession,
  createRequestSession,
  type ForcedOutcome,
  forceOutcome,
  type Operation,
  type ProbeKind,
  type Refusal,
  type WebhookEvent,
  webhookEvents,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  type Attempt,
  type Emission,
  type GenuineWebhooks,
  type Sent,
  type SessionEnds,
  settingsOf,
} from '@svc-simulator/core';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import type { Perform } from '../performer.ts';
import { probe } from '../probes/probe-service.ts';
import type { Runtime } from '../runtime.ts';

/** An attempt may have to wait for the one before it; each has 5 s (contract section 4). */
const ATTEMPT_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 20;
/** Longer than most servers keep a connection that rests. */
const LATE_MS = 10_000;
const DAY_MS = 86_400_000;
/** Events of one session that is examined with. */
const EVENTS = 100;

/** What the simulator would not do for the examination. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail ?? refusal.title);
    this.refusal = refusal;
  }
}

/** A relay takes the webhooks of the account where it was told to. */
export class RelayedError extends Error {
  override readonly name = 'RelayedError';
}

/** Whose webhooks go where. */
export interface WebhookSource {
  readonly runtime: Runtime;
  readonly perform: Perform;
  readonly account: AccountRecord;
  readonly agreementId: string;
  readonly url: string;
  /** `identifier` of the sessions. */
  readonly identifier: string;
  /** Ends the waiting for answers. */
  readonly closing: AbortSignal;
  /** Is told of each webhook, and how it was answered. */
  readonly note?: Note | undefined;
}

/** What was sent, `event` of its body or the kind of a probe, and the answer. */
export type Note = (what: string, answer: Pick<Attempt, 'status' | 'error'>) => void;

/** The webhooks of sessions that really happen in an account, and the simulator's own probes. */
export class SimulatedWebhooks implements GenuineWebhooks, SessionEnds {
  readonly #source: WebhookSource;

  constructor(source: WebhookSource) {
    this.#source = source;
  }

  async open({ request = false } = {}): Promise<Sent> {
    const { runtime, agreementId, url, identifier } = this.#source;
    const { publicUrl } = runtime.settings;
    const body = {
      amount_reference: 10,
      currency_reference: 'USD',
      identifier,
      agreement_id: agreementId,
      webhook_url: url,
      ...(request
        ? { due_date_session: new Date(runtime.clock.now() + DAY_MS).toISOString() }
        : {
            identifier_label: 'ID',
            description: 'Demo',
            success_url: `${publicUrl}/?payment=paid`,
            failure_url: `${publicUrl}/?payment=failed`,
          }),
    };
    const { id } = await this.#do(request ? createRequestSession : createButtonSession, body);
    return this.#firstAttempt(String(id), 'payment_session.created');
  }

  async force(sessionId: string, outcome: ForcedOutcome): Promise<Sent> {
    await this.#do(forceOutcome, { leg: outcome === 'paid' ? 1 : 2, outcome }, sessionId);
    const event = webhookEvents.find((known) => known === `payment_session.${outcome}`);
    if (!event) throw new Error(`${outcome} has no webhook`);
    return this.#firstAttempt(sessionId, event);
  }

  async probe(sessionId: string, kind: ProbeKind) {
    const { runtime, account, closing } = this.#source;
    const sent = await probe(runtime, { accountId: account.id, sessionId, kind, closing });
    if (!sent.ok) throw new RefusedError(sent.refusal);
    const { verdict } = sent.value;
    expectNoRelay(verdict?.via);
    const answer = { status: verdict?.status ?? null, error: verdict?.error ?? null };
    this.#source.note?.(kind, answer);
    return { passed: verdict?.passed ?? null, ...answer };
  }

  async accreditLate(): Promise<readonly Sent[]> {
    const { runtime, closing } = this.#source;
    const created = await this.open();
    const { sessionId } = created.emission;
    const paid = await this.force(sessionId, 'paid');
    await new Promise<void>((resolve) => {
      runtime.clock.after(LATE_MS, resolve);
      closing.addEventListener('abort', () => resolve(), { once: true });
    });
    return [created, paid, await this.force(sessionId, 'accredited')];
  }

  async expire(): Promise<Sent | undefined> {
    const { account } = this.#source;
    const { sessionId } = (await this.open()).emission;
    await this.#do(forceOutcome, { leg: 1, outcome: 'expired' }, sessionId);
    if (!settingsOf(account).extra_events) return undefined;
    return this.#firstAttempt(sessionId, 'payment_session.expired');
  }

  async #do(operation: Operation, body: unknown, sessionId?: string) {
    const { perform, account } = this.#source;
    const params = sessionId === undefined ? {} : { session_id: sessionId };
    const done = await perform(operation, { account, body, params });
    if (!done.ok) throw new RefusedError(done.refusal);
    return done.value;
  }

  async #firstAttempt(sessionId: string, event: WebhookEvent): Promise<Sent> {
    const sent = await this.#awaitAttempt(sessionId, event);
    this.#source.note?.(event, sent.attempt);
    return sent;
  }

  /** Looks into the trace, since in a simulator of several instances another one may make the attempt. */
  async #awaitAttempt(sessionId: string, event: WebhookEvent): Promise<Sent> {
    const { runtime, account, closing } = this.#source;
    let emission: Emission = { sessionId, headers: {}, rawBody: '' };
    const untilMs = systemClock.elapsed() + ATTEMPT_WITHIN_MS;
    while (systemClock.elapsed() < untilMs && !closing.aborted) {
      const query = { sessionId, order: 'asc', limit: EVENTS } as const;
      const { items } = await runtime.store.trace.page(account.id, query);
      let deliveryId: unknown;
      for (const { type, json } of items) {
        const { data } = JSON.parse(json);
        if (type === 'webhook.emitted' && data.event === event) {
          deliveryId = data.delivery_id;
          emission = { sessionId, headers: data.headers, rawBody: data.raw_body };
        }
        if (type === 'webhook.attempted' && data.delivery_id === deliveryId) {
          expectNoRelay(data.via);
          return { event, emission, attempt: attemptOf(data) };
        }
      }
      await new Promise<void>((resolve) => systemClock.after(LOOK_EVERY_MS, resolve));
    }
    return { event, emission, attempt: unanswered };
  }
}

/** What a relay delivered says nothing of the receiver: the relay may have taken it elsewhere. */
function expectNoRelay(via: unknown): void {
  if (via === 'relay') throw new RelayedError();
}

const unanswered: Attempt = {
  via: 'direct',
  status: null,
  error: 'timeout',
  durationMs: ATTEMPT_WITHIN_MS,
  responseBody: null,
};

/** What is read here of the data of `webhook.attempted`. */
type AttemptedData = Pick<Attempt, 'via' | 'status' | 'error'> & {
  readonly duration_ms: number;
  readonly response_body: string | null;
};

function attemptOf({ via, status, error, ...data }: AttemptedData): Attempt {
  return { via, status, error, durationMs: data.duration_ms, responseBody: data.response_body };
}
