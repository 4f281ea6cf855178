import { accept, FUTURE_EVENT, type Outcome, type ProbeKind, sendProbe } from '@svc-simulator/contract';
import { type CancelTimer, type DeliveryRecord, probeBody, STALE_BY_MS } from '@svc-simulator/core';
import type { StoredTraceEvent } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { repeatDelivery } from '../deliveries/resend.ts';
import type { Admission } from '../http/limits/admission.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import { conflict } from '../refusals.ts';
import { type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { findSession } from '../sessions/session-service.ts';
import { readEmission } from '../webhooks/emitted-webhooks.ts';
import type { ProbeVerdict, SentProbe } from './probe-view.ts';

export function probeRoutes(
  runtime: Runtime,
  admission: Pick<Admission, 'readInTurn'>,
  closing: AbortSignal,
): readonly Route[] {
  return [
    route(sendProbe, async ({ account, body, header }) => {
      const outcome = await runProbe(runtime, {
        accountId: account.id,
        sessionId: body.session_id,
        kind: body.kind,
        admission,
        closing,
      });
      if (!outcome.ok) return outcome;
      const { presentProbe } = await import('./probe-view.ts');
      const data = presentProbe(outcome.value, pickLanguage(header('accept-language')));
      return reply(data, { status: outcome.value.verdict ? 200 : 202 });
    }),
  ];
}

interface ProbeRequest {
  readonly accountId: string;
  readonly sessionId: string;
  readonly kind: ProbeKind;
  readonly admission: Pick<Admission, 'readInTurn'>;
  readonly closing: AbortSignal;
}

/**
 * Stores a test webhook, sends it to a session's receiver and waits up to 12 s for the verdict. Refusals: 404
 * for an unknown session; 409 if the session has no `webhook_url` or none of its webhooks was accepted.
 */
async function runProbe(
  runtime: Runtime,
  { accountId, sessionId, kind, admission, closing }: ProbeRequest,
): Promise<Outcome<SentProbe>> {
  const session = await findSession(runtime, accountId, sessionId);
  if (!session.ok) return session;
  if (!session.value.fields.webhook_url) return refuseWithoutReceiver(sessionId);
  const original = await admission.readInTurn(accountId, () =>
    findLatestDelivered(runtime, accountId, sessionId),
  );
  const emission = original && (await readEmission(runtime.store, accountId, original.emittedEventId));
  if (!original || !emission) return refuseWithoutAcceptedWebhook(sessionId);
  // Listens before sending, because the verdict may arrive before the commit returns.
  const verdicts = new Verdicts(runtime, accountId, closing);
  try {
    const { random } = runtime;
    const outcome = await repeatDelivery(
      runtime,
      original,
      refuseWithoutAcceptedWebhook(sessionId),
      (now) => ({
        ...(kind === 'unknown_event' && { event: FUTURE_EVENT }),
        rawBody: probeBody(kind, emission.rawBody),
        ...(kind !== 'duplicate' && { idempotencyKey: random.uuid() }),
        ...(kind === 'bad_signature' && { foreignSecret: `whsec_${random.uuid()}` }),
        ...(kind === 'stale_timestamp' && { signedAt: now - STALE_BY_MS }),
        purpose: { probe: kind },
      }),
    );
    if (!outcome.ok) return outcome;
    return accept({ kind, delivery: outcome.value, verdict: await verdicts.waitFor(outcome.value.id) });
  } finally {
    verdicts.close();
  }
}

/**
 * Searches only the session's latest deliveries: a session can have any number of them, because programs can
 * resend its webhooks.
 */
async function findLatestDelivered(
  { store }: Runtime,
  accountId: string,
  sessionId: string,
): Promise<DeliveryRecord | undefined> {
  const query = { tag: `session:${sessionId}`, limit: 1 };
  const { items } = await filteredPage(store, ['delivery', accountId], query, (deliveries) =>
    deliveries.map((delivery) => (delivery.state === 'delivered' ? delivery : undefined)),
  );
  return items[0];
}

function refuseWithoutReceiver(sessionId: string) {
  return conflict(message('problem.probe.no_receiver', { session: sessionId }));
}

function refuseWithoutAcceptedWebhook(sessionId: string) {
  return conflict(message('problem.probe.no_accepted_webhook', { session: sessionId }));
}

/** More than twice the 5 s of an attempt: the receiver may be busy with other webhooks of the session. */
const VERDICT_TIMEOUT_MS = 12_000;

/** Collects the verdicts on an account's test webhooks from its trace, starting at construction. */
class Verdicts {
  readonly #verdicts = new Map<string, ProbeVerdict>();
  readonly #unsubscribe: () => void;
  readonly #cancelTimer: CancelTimer;
  readonly #closing: AbortSignal;
  #hasEnded = false;
  #wakeWaiter: () => void = () => {};

  constructor({ store, clock }: Runtime, accountId: string, closing: AbortSignal) {
    this.#closing = closing;
    this.#hasEnded = closing.aborted;
    this.#unsubscribe = store.trace.subscribe(accountId, this.#onEvent);
    this.#cancelTimer = clock.after(VERDICT_TIMEOUT_MS, this.#endWaiting);
    closing.addEventListener('abort', this.#endWaiting);
  }

  /** Returns the verdict on a test webhook; null after a timeout, a reset, or a stop of the simulator. */
  async waitFor(deliveryId: string): Promise<ProbeVerdict | null> {
    for (;;) {
      const verdict = this.#verdicts.get(deliveryId);
      if (verdict || this.#hasEnded) return verdict ?? null;
      await new Promise<void>((resolve) => {
        this.#wakeWaiter = resolve;
      });
    }
  }

  close(): void {
    this.#unsubscribe();
    this.#cancelTimer();
    this.#closing.removeEventListener('abort', this.#endWaiting);
  }

  readonly #onEvent = ({ type, data, json }: StoredTraceEvent): void => {
    if (type === 'control.reset' || type === 'control.snapshot') this.#endWaiting();
    if (type !== 'webhook.probed') return;
    const verdict = data ?? JSON.parse(json).data;
    this.#verdicts.set(verdict.delivery_id, verdict);
    this.#wakeWaiter();
  };

  readonly #endWaiting = (): void => {
    this.#hasEnded = true;
    this.#wakeWaiter();
  };
}
