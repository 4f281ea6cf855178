import { type ForcedOutcome, legOutcomes, probeKinds, type Refusal } from '@svc-simulator/contract';
import { resend } from '@svc-simulator/server/deliveries/resend.ts';
import { probe } from '@svc-simulator/server/probes/probe-service.ts';
import { commandSession } from '@svc-simulator/server/sessions/session-service.ts';
import type { PageCall } from '../page-call.ts';

/** What became of something that was asked for on a session's page. */
export type ActionResult =
  /** Done: the notice that tells of it, and the part of the page where it is seen. */
  | { readonly done: string; readonly part?: string }
  /** Not done: what it was, and the service's reason. */
  | { readonly refused: 'outcome' | 'resend' | 'probe'; readonly refusal: Refusal }
  /** Nothing that the page asks for. */
  | null;

/** Does what a button of a session's page asks for, through the services of the API. */
export async function act(call: PageCall, sessionId: string): Promise<ActionResult> {
  switch (call.form.get('do')) {
    case 'outcome':
      return forceOutcome(call, sessionId);
    case 'resend':
      return resendDelivery(call, sessionId, false);
    case 'resend_as_new':
      return resendDelivery(call, sessionId, true);
    case 'probe':
      return sendProbe(call, sessionId);
    default:
      return null;
  }
}

async function forceOutcome({ services, account, form }: PageCall, sessionId: string): Promise<ActionResult> {
  const leg = form.get('leg') === '1' ? 1 : 2;
  const outcomes: readonly ForcedOutcome[] = legOutcomes[leg];
  const outcome = outcomes.find((known) => known === form.get('outcome'));
  if (!outcome) return null;
  const forced = await commandSession(services.runtime, {
    account,
    sessionId,
    command: { type: 'force', leg, outcome },
  });
  return forced.ok ? { done: `outcome_${outcome}` } : { refused: 'outcome', refusal: forced.refusal };
}

async function resendDelivery(
  { services, account, form }: PageCall,
  sessionId: string,
  asNew: boolean,
): Promise<ActionResult> {
  const { runtime } = services;
  const deliveryId = form.get('delivery') ?? '';
  const delivery = await runtime.store.get('delivery', deliveryId);
  if (delivery?.sessionId !== sessionId) return null;
  const resent = await resend(runtime, account.id, deliveryId, { asNew });
  if (!resent.ok) return { refused: 'resend', refusal: resent.refusal };
  return { done: asNew ? 'sent_as_new' : 'resent', part: `d-${resent.value.id}` };
}

async function sendProbe({ services, account, form }: PageCall, sessionId: string): Promise<ActionResult> {
  const kind = probeKinds.find((known) => known === form.get('kind'));
  if (!kind) return null;
  const sent = await probe(services.runtime, {
    accountId: account.id,
    sessionId,
    kind,
    closing: services.closing,
  });
  if (!sent.ok) return { refused: 'probe', refusal: sent.refusal };
  return { done: sent.value.verdict ? 'probe_answered' : 'probe_sent', part: 'probes' };
}
