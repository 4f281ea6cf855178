import { valueAt } from '@svc-simulator/client';
import { extraWebhookEvents, isOneOf, webhookEvents } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { SimulatorAssertionError } from '../assertion-error.ts';
import { idOf } from '../sessions.ts';
import type {
  WaitForWebhookOptions,
  Webhook,
  WebhookCondition,
  WebhookEventName,
  Webhooks,
} from '../sessions-api.ts';
import type { EventLog } from '../trace/event-log.ts';
import { likelyReasons } from '../trace/likely-reasons.ts';
import { SeenWebhooks } from '../trace/seen-webhooks.ts';
import { preventedBy, stateTold } from '../trace/session-states.ts';
import { storyOf } from '../trace/story.ts';
import { waitOn } from '../wait.ts';

/** The webhooks of one account, as its log tells of them. */
export class AccountWebhooks implements Webhooks {
  readonly #log: EventLog;
  readonly #seen: SeenWebhooks;
  readonly #timeoutMs: number;
  readonly #secret: string;

  /** `secret` is the account's `webhook_secret`: what was signed with it says how. */
  constructor(log: EventLog, timeoutMs: number, secret: string) {
    this.#log = log;
    this.#seen = new SeenWebhooks(log);
    this.#timeoutMs = timeoutMs;
    this.#secret = secret;
  }

  all({ event, session, where }: Parameters<Webhooks['all']>[0] = {}): Webhook[] {
    if (event !== undefined) assertKnown(event);
    return this.#seen
      .all()
      .filter(
        (webhook) =>
          (event === undefined || webhook.event === event) &&
          (session === undefined || webhook.sessionId === idOf(session)) &&
          meets(webhook, where),
      );
  }

  waitFor(
    event: WebhookEventName,
    { session, where, timeoutMs = this.#timeoutMs }: WaitForWebhookOptions = {},
  ): Promise<Webhook> {
    const what = t`webhook ${event}${inWords(where)}`;
    const fail = (message: string, id = session && idOf(session)) =>
      new SimulatorAssertionError(message, { story: this.#story(id) });
    const found = () => this.all({ event, ...(session && { session }), ...(where && { where }) });
    return waitOn(this.#log, {
      calledAs: this.waitFor,
      what,
      timeoutMs,
      look: () => {
        const candidates = found();
        const arrived = candidates.find(({ state }) => state === 'delivered' || state === 'unsent');
        if (arrived) return arrived;
        // One that is under way may still arrive: another emission, or one that was sent again.
        const lost = candidates.some(({ state }) => state === 'pending') ? undefined : candidates.at(-1);
        if (lost) throw fail(t`${what} was given up: ${endOf(lost)}${this.#reasonsOf(lost)}`, lost.sessionId);
        if (session !== undefined && candidates.length === 0)
          this.#assertComing(what, event, idOf(session), fail);
        return undefined;
      },
      late: () => {
        const [pending] = found();
        return fail(
          t`waited ${timeoutMs} ms for ${what}; ${this.#whyLate(event, pending, session && idOf(session))}`,
        );
      },
    });
  }

  #assertComing(
    what: string,
    event: WebhookEventName,
    id: string,
    fail: (message: string) => SimulatorAssertionError,
  ): void {
    const events = this.#log.ofSession(id);
    if (events.length === 0) throw fail(t`${what} can not come: there is no session ${id}`);
    const state = stateTold(event);
    const end = state && preventedBy(state, events);
    if (end) throw fail(t`${what} can not come any more: the session is ${end}`);
  }

  #whyLate(event: WebhookEventName, pending: Webhook | undefined, id: string | undefined): string {
    if (pending)
      return t`it was made; ${pending.attempts === 0 ? t`no attempt has ended yet` : endOf(pending)}${this.#reasonsOf(pending)}`;
    if (isOneOf(extraWebhookEvents, event))
      return t`it has not been made; it comes only with the account setting extra_events`;
    const paid = this.#log.ofSession(id ?? '').find(({ type }) => type === 'session.paid');
    if (event === 'payment_session.created' || !paid) return t`it has not been made`;
    if (paid.data.accreditation === 'none')
      return t`it has not been made: the script says that this payment is never accredited (leg2: none)`;
    return paid.data.source === 'control'
      ? t`it has not been made: a payment that was forced is not accredited by itself, force that too`
      : t`it has not been made`;
  }

  #reasonsOf({ deliveryId, sessionId }: Webhook): string {
    return likelyReasons(deliveryId, this.#log.ofSession(sessionId), this.#secret);
  }

  #story(id: string | undefined): string {
    if (id !== undefined) return storyOf(id, this.#log.ofSession(id));
    const made = this.#seen
      .all()
      .map(({ event, sessionId, state }) => t`  ${event} of ${sessionId}: ${state}`);
    return made.length === 0
      ? t`no webhook was made so far`
      : [t`webhooks so far`, ...made.slice(-20)].join('\n');
  }
}

function assertKnown(event: string): void {
  if (isOneOf(webhookEvents, event)) return;
  const meant = webhookEvents.find((known) => known.endsWith(`.${event.split('.').at(-1)}`));
  throw new SimulatorAssertionError(
    meant
      ? t`there is no webhook ${event}; did you mean ${meant}?`
      : t`there is no webhook ${event}, only ${webhookEvents.join(', ')}`,
  );
}

function endOf({ attempts, status, error }: Webhook): string {
  const answer = status === null ? error : t`status ${status}`;
  return attempts === 1
    ? t`1 attempt, the last one ended with ${answer}`
    : t`${attempts} attempts, the last one ended with ${answer}`;
}

/** Whether a webhook is one that a condition means. */
function meets(webhook: Webhook, where: WebhookCondition | undefined): boolean {
  if (where === undefined) return true;
  if (typeof where === 'function') return where(webhook);
  return Object.entries(where).every(([path, value]) => isSame(valueAt(webhook.body, path), value));
}

/** A condition in words: `session_payment.amount_reference = 25.5`. */
function inWords(where: WebhookCondition | undefined): string {
  if (where === undefined) return '';
  if (typeof where === 'function') return t` that meets the condition`;
  const parts = Object.entries(where).map(([path, value]) => `${path} = ${JSON.stringify(value)}`);
  return t` with ${parts.join(t` and `)}`;
}

function isSame(one: unknown, other: unknown): boolean {
  return typeof one === 'object' || typeof other === 'object'
    ? JSON.stringify(one) === JSON.stringify(other)
    : one === other;
}
