import {
  createButtonSession,
  createRequestSession,
  DAY_MS,
  type ForcedOutcome,
  forceOutcome,
  type Operation,
  type ProbeKind,
  type ReceiverFramework,
  runExperiments,
  sendProbe,
  type WebhookEvent,
} from '@svc-simulator/contract';
import { type AttemptedData, attemptOf, type EmittedData } from '@svc-simulator/core';
import type { DiagnosableAnswer, ReceiverExperiment } from './finding.ts';
import type { Emission } from './webhook-factory.ts';

/**
 * Maximum wait for the result of an attempt. An attempt takes up to 5 s (contract section 4) and can wait for
 * an earlier attempt.
 */
const ATTEMPT_WITHIN_MS = 15_000;

/**
 * Thrown if a relay receives the account's webhooks, because the results then say nothing about the receiver.
 */
export class RelayedError extends Error {
  override readonly name = 'RelayedError';
}

export interface AttemptedWebhook {
  readonly event: WebhookEvent;
  readonly emission: Emission;
  readonly attempt: DiagnosableAnswer;
}

export interface SessionEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Called with an event, probe kind or experiment that was sent, and with the response. */
export type OnExchange = (label: string, answer: Pick<DiagnosableAnswer, 'status' | 'error'>) => void;

export interface WebhookSource {
  readonly agreementId: string;
  readonly url: string;
  readonly publicUrl: string;
  now(): number;
  /**
   * Performs an operation as the account and returns its `data`.
   * @throws Error if the operation is refused
   */
  perform(
    operation: Operation,
    input: { readonly params?: Readonly<Record<string, string>>; readonly body: unknown },
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Yields the events of a session, beginning with the first, until `withinMs` has passed. */
  follow(sessionId: string, withinMs: number): AsyncIterable<SessionEvent>;
  readonly onExchange?: OnExchange | undefined;
  readonly framework?: ReceiverFramework | undefined;
}

/** Webhooks that the simulator itself sends: events of real sessions, and test webhooks. */
export class SimulatedWebhooks {
  protected readonly source: WebhookSource;

  constructor(source: WebhookSource) {
    this.source = source;
  }

  async openSession({ isRequest = false } = {}): Promise<AttemptedWebhook> {
    const { agreementId, url, publicUrl } = this.source;
    const body = {
      amount_reference: 10,
      currency_reference: 'USD',
      identifier: 'sim-doctor',
      agreement_id: agreementId,
      webhook_url: url,
      ...(isRequest
        ? { due_date_session: new Date(this.source.now() + DAY_MS).toISOString() }
        : {
            identifier_label: 'ID',
            description: 'Demo',
            success_url: `${publicUrl}/?payment=paid`,
            failure_url: `${publicUrl}/?payment=failed`,
          }),
    };
    const { id } = await this.source.perform(isRequest ? createRequestSession : createButtonSession, {
      body,
    });
    return this.firstAttempt(String(id), 'payment_session.created');
  }

  async force(sessionId: string, outcome: ForcedOutcome): Promise<AttemptedWebhook> {
    await this.source.perform(forceOutcome, {
      params: { session_id: sessionId },
      body: { leg: outcome === 'paid' ? 1 : 2, outcome },
    });
    return this.firstAttempt(sessionId, `payment_session.${outcome}` as WebhookEvent);
  }

  async probe(sessionId: string, kind: ProbeKind) {
    const body = { session_id: sessionId, kind };
    const { via, passed, status, error } = (await this.source.perform(sendProbe, { body })) as ProbeAnswer;
    assertNoRelay(via);
    this.source.onExchange?.(kind, { status, error });
    return { passed, status, error };
  }

  /** Finds out why the receiver refused a webhook; undefined if the simulator can't run experiments. */
  async experiment(deliveryId: string): Promise<ReceiverExperiment | undefined> {
    const { perform, framework, onExchange } = this.source;
    const body = { delivery_id: deliveryId, ...(framework && { framework }) };
    // Undefined with an older simulator, which doesn't have this operation.
    const data = await perform(runExperiments, { body }).catch(() => undefined);
    const experiment = data as ReceiverExperiment | undefined;
    for (const { experiment: name, status, error } of experiment?.requests ?? [])
      onExchange?.(name, { status, error });
    return experiment;
  }

  protected async firstAttempt(sessionId: string, event: WebhookEvent): Promise<AttemptedWebhook> {
    const webhook = await this.#awaitAttempt(sessionId, event);
    this.source.onExchange?.(event, webhook.attempt);
    return webhook;
  }

  async #awaitAttempt(sessionId: string, event: WebhookEvent): Promise<AttemptedWebhook> {
    let emission: Emission = { sessionId, headers: {}, rawBody: '' };
    for await (const { type, data } of this.source.follow(sessionId, ATTEMPT_WITHIN_MS)) {
      if (type === 'webhook.emitted' && data.event === event) {
        const { delivery_id, headers, raw_body } = data as EmittedData;
        emission = { sessionId, headers, rawBody: raw_body, deliveryId: delivery_id ?? '' };
      }
      if (type === 'webhook.attempted' && data.delivery_id === emission.deliveryId) {
        const { chaos, ...attempt } = attemptOf(data as AttemptedData);
        assertNoRelay(attempt.via);
        return { event, emission, attempt };
      }
    }
    return { event, emission, attempt: noAnswer };
  }
}

function assertNoRelay(via: DiagnosableAnswer['via'] | null): void {
  if (via === 'relay') throw new RelayedError();
}

const noAnswer: DiagnosableAnswer = {
  via: 'direct',
  status: null,
  error: 'timeout',
  durationMs: ATTEMPT_WITHIN_MS,
  responseBody: null,
};

type ProbeAnswer = Pick<DiagnosableAnswer, 'status' | 'error'> & {
  readonly via: DiagnosableAnswer['via'] | null;
  readonly passed: boolean | null;
};
