import { valueAt } from '@svc-simulator/client';
import { extraWebhookEvents, isOneOf, shortEvent, webhookEvents } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
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
import { isReachedBy, preventedBy, stateTold } from '../trace/session-states.ts';
import { storyOf } from '../trace/story.ts';
import { waitOn } from '../wait.ts';

export class AccountWebhooks implements Webhooks {
  readonly #log: EventLog;
  readonly #seen: SeenWebhooks;
  readonly #waitMs: () => number;
  readonly #secret: string;

  /** `secret` is the account's `webhook_secret`, which shows how a webhook was signed. */
  constructor(log: EventLog, waitMs: () => number, secret: string) {
    this.#log = log;
    this.#seen = new SeenWebhooks(log);
    this.#waitMs = waitMs;
    this.#secret = secret;
  }

  all({ event, session, where }: Parameters<Webhooks['all']>[0] = {}): Webhook[] {
    if (event !== undefined) assertKnown(this.#log.t, event);
    return this.#seen
      .all()
      .filter(
        (webhook) =>
          (event === undefined || webhook.event === event) &&
          (session === undefined || webhook.sessionId === idOf(this.#log.t, session)) &&
          meets(webhook, where),
      );
  }

  waitFor(
    event: WebhookEventName,
    { session, where, timeoutMs = this.#waitMs() }: WaitForWebhookOptions = {},
  ): Promise<Webhook> {
    const what = this.#log.t('testing.webhook.webhook', { event, where: inWords(this.#log.t, where) });
    const fail = (message: string, id = session && idOf(this.#log.t, session)) =>
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
        // Another pending webhook may still arrive: a second emission, or a resent one.
        const lost = candidates.some(({ state }) => state === 'pending') ? undefined : candidates.at(-1);
        if (lost)
          throw fail(
            this.#log.t('testing.webhook.given_up', {
              what,
              end: endOf(this.#log.t, lost),
              reasons: this.#reasonsOf(lost),
            }),
            lost.sessionId,
          );
        if (session !== undefined && candidates.length === 0)
          this.#assertComing(what, event, idOf(this.#log.t, session), fail);
        return undefined;
      },
      late: () => {
        const [pending] = found();
        return fail(
          this.#log.t('testing.webhook.waited_ms', {
            timeoutMs,
            what,
            why: this.#whyLate(event, pending, session && idOf(this.#log.t, session)),
          }),
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
    if (events.length === 0) throw fail(this.#log.t('testing.webhook.not_come_no_session', { what, id }));
    const state = stateTold(event);
    const isPast = state === shortEvent(event) && events.some((each) => isReachedBy(state, each));
    if (isPast && isOneOf(extraWebhookEvents, event) && this.all({ event, session: id }).length === 0)
      throw fail(this.#log.t('testing.webhook.not_come_extra', { what }));
    const end = state && preventedBy(state, events);
    if (end) throw fail(this.#log.t('testing.webhook.not_come_any_more', { what, end }));
  }

  #whyLate(event: WebhookEventName, pending: Webhook | undefined, id: string | undefined): string {
    if (pending) {
      const { t } = this.#log;
      const held = this.#log.underWay(pending.sessionId);
      const state = pending.attempts === 0 ? t('testing.common.no_attempt_ended_yet') : endOf(t, pending);
      return t('testing.webhook.made', {
        state: held
          ? t('testing.webhook.held', { state, event: held.event, ms: Math.round(held.forMs) })
          : state,
        reasons: this.#reasonsOf(pending, held?.forMs),
      });
    }
    if (isOneOf(extraWebhookEvents, event)) return this.#log.t('testing.webhook.not_made_comes_only');
    const paid = this.#log.ofSession(id ?? '').find(({ type }) => type === 'session.paid');
    if (event === 'payment_session.created' || !paid) return this.#log.t('testing.webhook.not_made');
    if (paid.data.accreditation === 'none') return this.#log.t('testing.webhook.not_made_script_says');
    return paid.data.source === 'control'
      ? this.#log.t('testing.webhook.not_made_payment_forced')
      : this.#log.t('testing.webhook.not_made');
  }

  #reasonsOf({ deliveryId, sessionId }: Webhook, heldMs = 0): string {
    return likelyReasons(this.#log.t, { deliveryId, heldMs }, this.#log.ofSession(sessionId), this.#secret);
  }

  #story(id: string | undefined): string {
    if (id !== undefined) return storyOf(this.#log.t, id, this.#log.ofSession(id));
    const made = this.#seen
      .all()
      .map(({ event, sessionId, state }) => this.#log.t('testing.webhook.of', { event, sessionId, state }));
    return made.length === 0
      ? this.#log.t('testing.webhook.no_webhook_made_far')
      : [this.#log.t('testing.webhook.webhooks_far'), ...made.slice(-20)].join('\n');
  }
}

function assertKnown(t: Texts, event: string): void {
  if (isOneOf(webhookEvents, event)) return;
  const meant = webhookEvents.find((known) => known.endsWith(`.${event.split('.').at(-1)}`));
  throw new SimulatorAssertionError(
    meant
      ? t('testing.webhook.no_webhook_mean', { event, meant })
      : t('testing.webhook.no_webhook_only', { event, webhookEvents: webhookEvents.join(', ') }),
  );
}

function endOf(t: Texts, { attempts, status, error }: Webhook): string {
  const answer = status === null ? String(error) : t('testing.webhook.status', { status });
  return t('testing.webhook.attempts', { attempts, answer });
}

function meets(webhook: Webhook, where: WebhookCondition | undefined): boolean {
  if (where === undefined) return true;
  if (typeof where === 'function') return where(webhook);
  return Object.entries(where).every(([path, value]) => isSame(valueAt(webhook.body, path), value));
}

function inWords(t: Texts, where: WebhookCondition | undefined): string {
  if (where === undefined) return '';
  if (typeof where === 'function') return t('testing.webhook.meets_condition');
  const parts = Object.entries(where).map(([path, value]) => `${path} = ${JSON.stringify(value)}`);
  return t('testing.webhook.with', { parts: parts.join(t('testing.webhook.and')) });
}

function isSame(one: unknown, other: unknown): boolean {
  return typeof one === 'object' || typeof other === 'object'
    ? JSON.stringify(one) === JSON.stringify(other)
    : one === other;
}
