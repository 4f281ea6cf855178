import { valueAt } from '@svc-simulator/client';
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
import { noEvent, stateNames, typeOfEvent, webhookNames } from '../input/event-names.ts';
import { notAmong, parseTimeout } from '../input/values.ts';
import { taking } from '../takes.ts';

/** What `sim session wait --for` waits for. */
export interface Milestone {
  /** As it was asked for. */
  readonly name: string;
  /** Type of the trace event that shows it. */
  readonly type: string;
  /** Of a webhook: the one kind that counts; undefined: any. */
  readonly webhook: string | undefined;
}

const sessionTypes = traceTypes.filter((type) => /^(session|webhook)\./.test(type));

/** What the help says of a milestone. */
export const milestoneText = (t: Texts) =>
  t('cli.wait.event_webhook_delivered_paid', { stateNames: stateNames.join(', ') });

/** How long to wait for one. */
export const timeoutTakes = taking({
  '--timeout <ms>': { text: 'cli.wait.timeout', parse: parseTimeout, fallback: 60_000 },
});

/**
 * A state of a session, a type of trace event, a type of webhook event with a kind (`webhook.delivered:paid`), or an event by its
 * own name (`payment_session.paid`).
 */
export function parseMilestone(t: Texts, name: string, otherNames: readonly string[] = []): Milestone {
  const [type = '', webhook] = name.split(/:(.*)/s);
  const kindOf = (text: string) => webhookEvents.find((event) => [event, shortEvent(event)].includes(text));
  if (webhook !== undefined && isOneOf(sessionTypes, type) && type.startsWith('webhook.')) {
    const kind = kindOf(webhook);
    if (kind) return { name, type, webhook: kind };
    throw notAmong(t, webhook, webhookNames);
  }
  const ofSession = typeOfEvent(type.replace(/^session\./, ''));
  if (webhook === undefined && ofSession) return { name, type: ofSession, webhook };
  if (webhook === undefined && isOneOf(sessionTypes, type)) return { name, type, webhook };
  // Those that only some accounts are sent have no other trace.
  const kind = kindOf(name);
  if (kind) return { name, type: 'webhook.emitted', webhook: kind };
  throw noEvent(t, name, [...stateNames, ...sessionTypes, ...otherNames], milestoneText(t));
}

export function isReached({ type, webhook }: Milestone, event: TraceEvent): boolean {
  return event.type === type && (webhook === undefined || eventIn(event) === webhook);
}

/** A webhook's kind; where a receiver of the simulator's own got it, it stands in the body. */
function eventIn({ data }: TraceEvent): unknown {
  return data.event ?? membersOf(data.body).event;
}

/** Which events of the trace `sim wait` and `sim expect` count. */
export interface Condition {
  readonly milestone: Milestone;
  readonly session?: string | undefined;
  readonly where: readonly Field[];
}

/** A field of an event and the text of its value, as `--where` gives them. */
export interface Field {
  readonly path: string;
  readonly value: string;
}

/** As `sim session wait --for`, and besides every type of the trace, such as `pos.paired`. */
export function parseEvent(t: Texts, name: string): Milestone {
  const others = traceTypes.filter((type) => !/^(session|webhook)\./.test(type));
  const other = others.find((type) => type === name);
  return other ? { name, type: other, webhook: undefined } : parseMilestone(t, name, others);
}

/** `--where field=value`; it may be given more than once. */
export function parseWhere(t: Texts, text: string, former: readonly Field[] = []): readonly Field[] {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (path === undefined || value === undefined) {
    throw new InvalidArgumentError(t('cli.expect.must_field_value_method'));
  }
  return [...former, { path, value }];
}

/** A condition in words: `webhook.delivered:paid of session 5b1c… with status = 200`. */
export function wordsOf(t: Texts, { milestone, session, where }: Condition): string {
  const fields = where.map(({ path, value }) => `${path} = ${value}`).join(t('cli.expect.and'));
  return `${milestone.name}${session === undefined ? '' : t('cli.expect.session', { session })}${fields && t('cli.expect.with', { fields })}`;
}

/** That it cannot happen any more, and why; `soFar`: what has happened of it. */
export function preventedText(t: Texts, name: string, prevented: string, soFar = ''): string {
  return t('cli.expect.cannot_happen', { name, prevented, soFar });
}

/** Tells the events that a condition means, told one after the other from the beginning of the trace. */
export class Matcher {
  readonly #condition: Condition;
  /** Bodies of webhooks by delivery: only the emission carries them, but what becomes of it is often what is asked for. */
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
        return sources.some((source) => textOf(valueAt(source, path)) === value);
      })
    );
  }

  /** Why it cannot happen any more, after this event of its session; undefined while it can. */
  preventedBy(t: Texts, event: TraceEvent): string | undefined {
    const { milestone, session } = this.#condition;
    if (session === undefined || event.session_id !== session) return undefined;
    const prevention = preventionBy(milestone, event);
    switch (prevention?.why) {
      case 'ended':
        return t('cli.expect.session_is', { type: prevention.state });
      case 'no_url':
        return t('cli.expect.session_without_webhook_url');
      case 'gave_up':
        return t('cli.expect.webhook_given_up_after', { attempts: prevention.attempts });
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

/** Undefined for what is not there, which no value equals. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}
