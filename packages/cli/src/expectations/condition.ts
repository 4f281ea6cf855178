import { valueAt } from '@svc-simulator/client';
import { type TraceEvent, traceTypes } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { isImpossible, isReached, type Milestone, parseMilestone } from '../input/session-milestones.ts';

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
  return other
    ? { name, type: other, webhook: undefined, impossibleAfter: [] }
    : parseMilestone(t, name, others);
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

/** What becomes of a webhook that has a place to go. */
const sent = ['webhook.attempted', 'webhook.delivered', 'webhook.gave_up'];

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
    if (isImpossible(milestone, event))
      return t('cli.expect.session_is', { type: event.type.replace(/^session\./, '') });
    const { type, webhook } = milestone;
    if (event.type === 'webhook.emitted' && event.data.url === null && sent.includes(type))
      return t('cli.expect.session_without_webhook_url');
    const isLost =
      type === 'webhook.delivered' && event.type === 'webhook.gave_up' && webhook === event.data.event;
    return isLost
      ? t('cli.expect.webhook_given_up_after', { attempts: Number(event.data.attempts) })
      : undefined;
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
