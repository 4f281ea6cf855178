import type { DataOf } from '@svc-simulator/client';
import {
  createButtonSession,
  createRequestSession,
  type ForcedOutcome,
  forceOutcome,
  type ProbeKind,
  sendProbe,
  type WebhookEvent,
} from '@svc-simulator/contract';
import { type Attempt, type Emission, type GenuineWebhooks, type Sent, t } from '@svc-simulator/core';
import type { CliContext } from '../cli-context.ts';
import { refusal } from '../failures.ts';
import { sessionBody } from '../input/session-body.ts';
import type { SimulatorAtHand } from './simulator-at-hand.ts';

/** An attempt may have to wait for the one before it; each has 5 s (contract section 4). */
const ATTEMPT_WITHIN_MS = 15_000;

/** What the simulator itself sends: the webhooks of sessions that really happen in it, and its probes. */
export class WebhooksByApi implements GenuineWebhooks {
  readonly #context: CliContext;
  readonly #simulator: SimulatorAtHand;
  readonly #url: string;

  constructor(context: CliContext, simulator: SimulatorAtHand, url: string) {
    this.#context = context;
    this.#simulator = simulator;
    this.#url = url;
  }

  /** Opens a session, and answers its `created`. */
  async open({ request = false } = {}): Promise<Sent> {
    const { connection, agreementId } = this.#simulator;
    const fields = { request, webhookUrl: this.#url, identifier: 'sim-doctor' };
    const { now, program } = this.#context;
    const defaults = { agreementId, url: connection.url, nowMs: now(), program };
    const body = sessionBody(fields, {}, defaults);
    const { data } = await (request
      ? connection.api().callUnchecked(createRequestSession, { body })
      : connection.api().callUnchecked(createButtonSession, { body }));
    return this.#firstAttempt(data.id, 'payment_session.created');
  }

  /** Brings a session further, and answers the webhook of that. */
  async force(sessionId: string, outcome: ForcedOutcome): Promise<Sent> {
    const leg = outcome === 'paid' ? 1 : 2;
    const api = this.#simulator.connection.api();
    await api.call(forceOutcome, { params: { session_id: sessionId }, body: { leg, outcome } });
    return this.#firstAttempt(sessionId, `payment_session.${outcome}` as WebhookEvent);
  }

  async probe(sessionId: string, kind: ProbeKind): Promise<DataOf<typeof sendProbe>> {
    const api = this.#simulator.connection.api();
    const { data } = await api.call(sendProbe, { body: { session_id: sessionId, kind } });
    expectNoRelay(data.via);
    return data;
  }

  async #firstAttempt(sessionId: string, event: WebhookEvent): Promise<Sent> {
    const { connection } = this.#simulator;
    const signal = this.#context.deadline(ATTEMPT_WITHIN_MS);
    const trace = connection.follow({ sessionId, after: 0, signal });
    let emission: Emission = { sessionId, headers: {}, rawBody: '' };
    let deliveryId: unknown;
    for await (const { type, data } of trace) {
      if (type === 'webhook.emitted' && data.event === event) {
        deliveryId = data.delivery_id;
        emission = {
          sessionId,
          headers: data.headers as Emission['headers'],
          rawBody: String(data.raw_body),
        };
      }
      if (type === 'webhook.attempted' && data.delivery_id === deliveryId) {
        expectNoRelay(data.via);
        return { event, emission, attempt: attemptOf(data as AttemptedData) };
      }
    }
    return { event, emission, attempt: unanswered };
  }
}

/** What a relay delivered says nothing of the receiver: the relay may have taken it elsewhere. */
function expectNoRelay(via: unknown): void {
  if (via !== 'relay') return;
  throw refusal(
    t`a relay has connected meanwhile, and takes the webhooks where it was told to; examine the receiver again`,
  );
}

const unanswered: Attempt = {
  via: 'direct',
  status: null,
  error: 'timeout',
  durationMs: ATTEMPT_WITHIN_MS,
  responseBody: null,
};

/** What is read here of the data of `webhook.attempted`. */
type AttemptedData = Readonly<Pick<Attempt, 'via' | 'status' | 'error'>> & {
  readonly duration_ms: number;
  readonly response_body: string | null;
};

function attemptOf(data: AttemptedData): Attempt {
  return {
    via: data.via,
    status: data.status,
    error: data.error,
    durationMs: data.duration_ms,
    responseBody: data.response_body,
  };
}
