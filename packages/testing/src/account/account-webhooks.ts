import { valueAtPath } from '@svc-simulator/client';
import { extraWebhookEvents, isOneOf, shortEvent, webhookEvents } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SimulatorAssertionError } from '../assertion-error.ts';
import { sessionIdOf } from '../sessions.ts';
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
import { isReachedBy, preventedBy, stateForWebhook } from '../trace/session-states.ts';
import { sessionStory } from '../trace/story.ts';
import { waitOn } from '../wait.ts';

export class AccountWebhooks implements Webhooks {
  readonly #log: EventLog;
  readonly #seen: SeenWebhooks;
  readonly #waitMs: () => number;
  readonly #secret: string;

  /** `secret` is the account's `webhook_secret`, which helps to explain a refused signature. */
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
          (session === undefined || webhook.sessionId === sessionIdOf(this.#log.t, session)) &&
          meetsCondition(webhook, where),
      );
  }

  waitFor(
    event: WebhookEventName,
    { session, where, timeoutMs = this.#waitMs() }: WaitForWebhookOptions = {},
  ): Promise<Webhook> {
    const waitName = this.#log.t('testing.webhook.webhook', { event, where: whereText(this.#log.t, where) });
    const failure = (message: string, id = session && sessionIdOf(this.#log.t, session)) =>
      new SimulatorAssertionError(message, { story: this.#webhookStory(id) });
    const findCandidates = () => this.all({ event, ...(session && { session }), ...(where && { where }) });
    return waitOn(this.#log, {
      caller: this.waitFor,
      waitName,
      timeoutMs,
      findResult: () => {
        const candidates = findCandidates();
        const arrival = candidates.find(({ state }) => state === 'delivered' || state === 'unsent');
        if (arrival) return arrival;
        // An abandoned webhook doesn't end the wait while another one is pending, such as its resend.
        const abandoned = candidates.some(({ state }) => state === 'pending') ? undefined : candidates.at(-1);
        if (abandoned)
          throw failure(
            this.#log.t('testing.webhook.abandoned', {
              what: waitName,
              end: deliveryEndText(this.#log.t, abandoned),
              reasons: this.#reasonsOf(abandoned),
            }),
            abandoned.sessionId,
          );
        if (session !== undefined && candidates.length === 0)
          this.#assertStillPossible(waitName, event, sessionIdOf(this.#log.t, session), failure);
        return undefined;
      },
      timeoutError: () => {
        const [pending] = findCandidates();
        return failure(
          this.#log.t('testing.webhook.timeout', {
            timeoutMs,
            what: waitName,
            why: this.#lateReason(event, pending, session && sessionIdOf(this.#log.t, session)),
          }),
        );
      },
    });
  }

  #assertStillPossible(
    waitName: string,
    event: WebhookEventName,
    id: string,
    failure: (message: string) => SimulatorAssertionError,
  ): void {
    const events = this.#log.ofSession(id);
    if (events.length === 0)
      throw failure(this.#log.t('testing.webhook.unknown_session', { what: waitName, id }));
    const state = stateForWebhook(event);
    const isNamedAfterState = state === shortEvent(event);
    const hasReachedState = state !== null && events.some((other) => isReachedBy(state, other));
    if (
      isNamedAfterState &&
      hasReachedState &&
      isOneOf(extraWebhookEvents, event) &&
      this.all({ event, session: id }).length === 0
    )
      throw failure(this.#log.t('testing.webhook.extra_events_off', { what: waitName }));
    const end = state && preventedBy(state, events);
    if (end) throw failure(this.#log.t('testing.webhook.impossible', { what: waitName, end }));
  }

  #lateReason(event: WebhookEventName, pending: Webhook | undefined, id: string | undefined): string {
    if (pending) {
      const { t } = this.#log;
      const runningAttempt = this.#log.oldestRunningAttempt(pending.sessionId);
      const state =
        pending.attempts === 0 ? t('testing.common.no_finished_attempt') : deliveryEndText(t, pending);
      return t('testing.webhook.emitted', {
        state: runningAttempt
          ? t('testing.webhook.slow_receiver', {
              state,
              event: runningAttempt.event,
              ms: Math.round(runningAttempt.elapsedMs),
            })
          : state,
        reasons: this.#reasonsOf(pending, runningAttempt?.elapsedMs),
      });
    }
    if (isOneOf(extraWebhookEvents, event)) return this.#log.t('testing.webhook.not_emitted_extra_event');
    const payment = this.#log.ofSession(id ?? '').find(({ type }) => type === 'session.paid');
    if (event === 'payment_session.created' || !payment) return this.#log.t('testing.webhook.not_emitted');
    if (payment.data.accreditation === 'none') return this.#log.t('testing.webhook.not_emitted_by_script');
    return payment.data.source === 'control'
      ? this.#log.t('testing.webhook.not_emitted_forced_payment')
      : this.#log.t('testing.webhook.not_emitted');
  }

  #reasonsOf({ deliveryId, sessionId }: Webhook, heldMs = 0): string {
    return likelyReasons(this.#log.t, { deliveryId, heldMs }, this.#log.ofSession(sessionId), this.#secret);
  }

  #webhookStory(id: string | undefined): string {
    if (id !== undefined) return sessionStory(this.#log.t, id, this.#log.ofSession(id));
    const webhooks = this.#seen
      .all()
      .map(({ event, sessionId, state }) => this.#log.t('testing.webhook.of', { event, sessionId, state }));
    return webhooks.length === 0
      ? this.#log.t('testing.webhook.none_emitted')
      : [this.#log.t('testing.webhook.webhooks_so_far'), ...webhooks.slice(-20)].join('\n');
  }
}

function assertKnown(t: Texts, event: string): void {
  if (isOneOf(webhookEvents, event)) return;
  const similarEvent = webhookEvents.find((name) => name.endsWith(`.${event.split('.').at(-1)}`));
  throw new SimulatorAssertionError(
    similarEvent
      ? t('testing.webhook.unknown_similar', { event, meant: similarEvent })
      : t('testing.webhook.unknown', { event, webhookEvents: webhookEvents.join(', ') }),
  );
}

function deliveryEndText(t: Texts, { attempts, status, error }: Webhook): string {
  const answer = status === null ? String(error) : t('testing.webhook.status', { status });
  return t('testing.webhook.attempts', { attempts, answer });
}

function meetsCondition(webhook: Webhook, condition: WebhookCondition | undefined): boolean {
  if (condition === undefined) return true;
  if (typeof condition === 'function') return condition(webhook);
  return Object.entries(condition).every(([path, value]) =>
    isSameValue(valueAtPath(webhook.body, path), value),
  );
}

function whereText(t: Texts, condition: WebhookCondition | undefined): string {
  if (condition === undefined) return '';
  if (typeof condition === 'function') return t('testing.webhook.meets_condition');
  const parts = Object.entries(condition).map(([path, value]) => `${path} = ${JSON.stringify(value)}`);
  return t('testing.webhook.with', { parts: parts.join(t('testing.webhook.and')) });
}

function isSameValue(a: unknown, b: unknown): boolean {
  return typeof a === 'object' || typeof b === 'object' ? JSON.stringify(a) === JSON.stringify(b) : a === b;
}
