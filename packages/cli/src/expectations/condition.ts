import { valueAtPath } from '@svc-simulator/client';
import {
  isOneOf,
  membersOf,
  shortEvent,
  type TraceEvent,
  traceTypes,
  webhookEvents,
} from '@svc-simulator/contract';
import { preventionBy } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { stateNames, typeOfEvent, unknownEventError, webhookNames } from '../input/event-names.ts';
import { parseTimeout, unknownChoiceError } from '../input/values.ts';
import { defineParameters } from '../parameters.ts';

export interface Milestone {
  readonly name: string;
  /** Trace type, such as `webhook.delivered`. */
  readonly type: string;
  /** Kind of the webhook, such as `payment_session.paid`; undefined for any event of the type. */
  readonly webhook: string | undefined;
}

const sessionTypes = traceTypes.filter((type) => /^(session|webhook)\./.test(type));

export const milestoneText = (t: Texts) =>
  t('cli.wait.state_or_event', { stateNames: stateNames.join(', ') });

export const timeoutParameters = defineParameters({
  '--timeout <ms>': { text: 'cli.wait.timeout', parse: parseTimeout, fallback: 60_000 },
});

/**
 * Parses a session state, a trace type of a session or webhook, a trace type of webhooks with a kind
 * (`webhook.delivered:paid`), or an event name (`payment_session.paid`).
 */
export function parseMilestone(t: Texts, name: string, otherSuggestions: readonly string[] = []): Milestone {
  const [type = '', webhook] = name.split(/:(.*)/s);
  const findWebhookKind = (text: string) =>
    webhookEvents.find((event) => [event, shortEvent(event)].includes(text));
  if (webhook !== undefined && isOneOf(sessionTypes, type) && type.startsWith('webhook.')) {
    const kind = findWebhookKind(webhook);
    if (kind) return { name, type, webhook: kind };
    throw unknownChoiceError(t, webhook, webhookNames);
  }
  const sessionType = typeOfEvent(type.replace(/^session\./, ''));
  if (webhook === undefined && sessionType) return { name, type: sessionType, webhook };
  if (webhook === undefined && isOneOf(sessionTypes, type)) return { name, type, webhook };
  // Webhooks without a trace type of their own, such as `failed_credit`, are matched by their emission.
  const kind = findWebhookKind(name);
  if (kind) return { name, type: 'webhook.emitted', webhook: kind };
  throw unknownEventError(t, name, [...stateNames, ...sessionTypes, ...otherSuggestions], milestoneText(t));
}

export function isReached({ type, webhook }: Milestone, event: TraceEvent): boolean {
  return event.type === type && (webhook === undefined || webhookKindIn(event) === webhook);
}

/** Returns the kind of a webhook. Events of the simulator's own receivers have it only in the body. */
function webhookKindIn({ data }: TraceEvent): unknown {
  return data.event ?? membersOf(data.body).event;
}

export interface Condition {
  readonly milestone: Milestone;
  readonly session?: string | undefined;
  readonly where: readonly FieldCondition[];
}

export interface FieldCondition {
  readonly path: string;
  readonly value: string;
}

/** Parses a milestone or any other trace type, such as `pos.paired`. */
export function parseEvent(t: Texts, name: string): Milestone {
  const otherTypes = traceTypes.filter((type) => !/^(session|webhook)\./.test(type));
  const otherType = otherTypes.find((type) => type === name);
  return otherType ? { name, type: otherType, webhook: undefined } : parseMilestone(t, name, otherTypes);
}

export function parseWhere(
  t: Texts,
  text: string,
  earlier: readonly FieldCondition[] = [],
): readonly FieldCondition[] {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (path === undefined || value === undefined) {
    throw new InvalidArgumentError(t('cli.expect.where_format'));
  }
  return [...earlier, { path, value }];
}

/** Formats a condition: `webhook.delivered:paid of session 5b1c… with status = 200`. */
export function conditionText(t: Texts, { milestone, session, where }: Condition): string {
  const fields = where.map(({ path, value }) => `${path} = ${value}`).join(t('cli.expect.and'));
  return `${milestone.name}${session === undefined ? '' : t('cli.expect.session', { session })}${fields && t('cli.expect.with', { fields })}`;
}

export class Matcher {
  readonly #condition: Condition;
  /**
   * Webhook bodies by delivery id. Only the event `webhook.emitted` contains the body, but `--where` may test
   * it on later events of the delivery.
   */
  readonly #bodies = new Map<unknown, unknown>();

  constructor(condition: Condition) {
    this.#condition = condition;
  }

  matches(event: TraceEvent): boolean {
    const { milestone, session, where } = this.#condition;
    const body = where.length > 0 ? this.#bodyOf(event) : undefined;
    if (session !== undefined && event.session_id !== session) return false;
    return (
      isReached(milestone, event) &&
      where.every(({ path, value }) => {
        const sources = [event.data, event, body];
        return sources.some((source) => fieldText(valueAtPath(source, path)) === value);
      })
    );
  }

  /**
   * Returns why no match is possible after this event of the session; undefined while a match is possible.
   */
  findPrevention(t: Texts, event: TraceEvent): string | undefined {
    const { milestone, session } = this.#condition;
    if (session === undefined || event.session_id !== session) return undefined;
    const prevention = preventionBy(milestone, event);
    switch (prevention?.why) {
      case 'ended':
        return t('cli.expect.session_is', { type: prevention.state });
      case 'no_url':
        return t('cli.expect.session_without_webhook_url');
      case 'gave_up':
        return t('cli.expect.webhook_abandoned', { attempts: prevention.attempts });
      case undefined:
        return undefined;
    }
  }

  #bodyOf({ type, data }: TraceEvent): unknown {
    const { delivery_id, raw_body } = data;
    if (type !== 'webhook.emitted') return this.#bodies.get(delivery_id);
    const body: unknown = JSON.parse(String(raw_body));
    if (delivery_id !== null) this.#bodies.set(delivery_id, body);
    return body;
  }
}

function fieldText(value: unknown): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}
