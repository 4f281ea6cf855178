import { valueAt } from '@svc-simulator/client';
import { type TraceEvent, traceTypes } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
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
export function parseEvent(name: string): Milestone {
  const others = traceTypes.filter((type) => !/^(session|webhook)\./.test(type));
  const other = others.find((type) => type === name);
  return other
    ? { name, type: other, webhook: undefined, impossibleAfter: [] }
    : parseMilestone(name, others);
}

/** `--where field=value`; it may be given more than once. */
export function parseWhere(text: string, former: readonly Field[] = []): readonly Field[] {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (path === undefined || value === undefined) {
    throw new InvalidArgumentError(
      t`It must be field=value, such as method=crypto or session_payment.status=paid.`,
    );
  }
  return [...former, { path, value }];
}

/** A condition in words: `webhook.delivered:paid of session 5b1c… with status = 200`. */
export function wordsOf({ milestone, session, where }: Condition): string {
  const fields = where.map(({ path, value }) => `${path} = ${value}`).join(t` and `);
  return `${milestone.name}${session === undefined ? '' : t` of session ${session}`}${fields && t` with ${fields}`}`;
}

/** That it can not happen any more, and why; `soFar`: what has happened of it. */
export function preventedText(name: string, prevented: string, soFar = ''): string {
  return t`${name} can not happen any more: ${prevented}${soFar}`;
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

  /** Why it can not happen any more, after this event of its session; undefined while it can. */
  preventedBy(event: TraceEvent): string | undefined {
    const { milestone, session } = this.#condition;
    if (session === undefined || event.session_id !== session) return undefined;
    if (isImpossible(milestone, event)) return t`the session is ${event.type.replace(/^session\./, '')}`;
    const { type, webhook } = milestone;
    const isLost =
      type === 'webhook.delivered' && event.type === 'webhook.gave_up' && webhook === event.data.event;
    return isLost ? t`the webhook was given up after ${event.data.attempts} attempts` : undefined;
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
