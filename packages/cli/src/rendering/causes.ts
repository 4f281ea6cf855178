import { attemptReason, shortEvent, type TraceEvent } from '@svc-simulator/contract';
import {
  type AttemptedData,
  diagnosisInTrace,
  diagnosisTexts,
  eventLine,
  eventSentence,
  REPLAYED,
} from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { FailureDetails } from '../failures.ts';
import { traceTexts } from '../texts/trace-texts.ts';
import type { Style } from './report.ts';
import { localTime, printable } from './text.ts';
import { styleForTone } from './view-lines.ts';

const TYPE_WIDTH = 29;
const BLANK_SESSION = ' '.repeat(8);
const SENTENCE_LIMIT = 3000;

/** Formats a trace event: local time, type, the first eight characters of the session, and a description. */
export function traceLine(event: TraceEvent, style: Style): string {
  const t = traceTexts(style.t.lang);
  const { tone } = eventLine(t, event);
  const session =
    event.session_id === undefined ? BLANK_SESSION : printable(event.session_id, 40).slice(0, 8);
  const line = [
    style.dim(localTime(event.at)),
    styleForTone(tone, style)(printable(event.type, 60).padEnd(TYPE_WIDTH)),
    style.dim(session),
    printable(eventSentence(t, event), SENTENCE_LIMIT),
  ];
  return line.join('  ').trimEnd();
}

/**
 * Formats the target of a webhook, such as `direct → http://localhost:3000/`. The route `relay` is left out,
 * because each attempt shows whether a relay was used.
 */
export function targetText({ route, url }: { readonly route?: unknown; readonly url?: unknown }): string {
  return route === 'relay' ? `→ ${printable(url)}` : `${printable(route)} → ${printable(url)}`;
}

const MAX_CAUSES = 3;
const LINE_LIMIT = 3000;
const ANSWER_LIMIT = 200;

export const causeEventTypes = 'webhook.emitted,webhook.attempted,webhook.delivered';

export interface FailureCause {
  readonly events: readonly string[];
  readonly url: string | null;
  readonly code: string;
  readonly reason: string;
  /** Ends with the receiver's response, if there was one. */
  readonly advice: string;
}

/**
 * Collects the reasons why webhooks failed from trace events, which must be in order. A delivery counts as
 * failed until it gets a 2xx response.
 */
export class FailureCauses {
  readonly #t: Texts;
  readonly #urls = new Map<unknown, unknown>();
  readonly #failures = new Map<unknown, TraceEvent>();

  constructor(t: Texts) {
    this.#t = t;
  }

  add(event: TraceEvent): void {
    const { type, data } = event;
    const { delivery_id: id } = data;
    if (type === 'webhook.emitted' && data.url !== null) this.#urls.set(id, data.url);
    if (type === 'webhook.emitted') this.#failures.delete(data.resend_of);
    if (data.error === REPLAYED) {
      this.#failures.delete(id);
      return;
    }
    // An attempt of a test webhook isn't a failure here, because the event `webhook.probed` reports its
    // result.
    if (type === 'webhook.attempted' && data.probe === undefined) this.#failures.set(id, event);
    if (type === 'webhook.gave_up' && !this.#failures.has(id)) this.#failures.set(id, toAttemptEvent(event));
    if (type === 'webhook.delivered') this.#failures.delete(id);
    if (type === 'webhook.delivered' || type === 'webhook.probed') this.#urls.delete(id);
  }

  /**
   * Returns the causes, the newest last, merged by URL and reason. Ignores events before `firstEventId`.
   */
  list(firstEventId = 0): readonly FailureCause[] {
    const uniqueCauses = new Map<string, FailureCause>();
    for (const [id, event] of this.#failures) {
      if (event.id < firstEventId) continue;
      const cause = findCause(this.#t, event, this.#urls.get(id));
      if (cause === undefined) continue;
      const { events = [] } = uniqueCauses.get(causeKey(cause)) ?? {};
      uniqueCauses.set(causeKey(cause), { ...cause, events: [...new Set([...events, ...cause.events])] });
    }
    return [...uniqueCauses.values()].slice(-MAX_CAUSES);
  }

  /**
   * Returns and removes the cause of a delivery that failed permanently; undefined if no failed attempt is
   * known.
   */
  take({ data: { delivery_id: id } }: TraceEvent): FailureCause | undefined {
    const event = this.#failures.get(id);
    const url = this.#urls.get(id);
    this.#failures.delete(id);
    this.#urls.delete(id);
    return event && findCause(this.#t, event, url);
  }
}

export function causesIn(t: Texts, events: readonly TraceEvent[]): readonly FailureCause[] {
  const causes = new FailureCauses(t);
  for (const event of events) causes.add(event);
  return causes.list();
}

/**
 * Returns a function that formats trace events one by one. If a webhook failed permanently, the next line
 * explains the cause.
 */
export function createTraceFormatter(t: Texts): (event: TraceEvent, style: Style) => string {
  const causes = new FailureCauses(t);
  return (event, style) => {
    causes.add(event);
    const line = traceLine(event, style);
    const cause = event.type === 'webhook.gave_up' ? causes.take(event) : undefined;
    return cause === undefined ? line : `${line}\n  ${style.bold(causeLine(cause))}`;
  };
}

/**
 * Formats `paid → http://localhost:3000/: Nothing is listening on that address and port. …`.
 */
export function causeLine({ events, url, reason, advice }: FailureCause): string {
  const webhooks = events.join(', ');
  const target = url === null ? webhooks : `${webhooks} → ${url}`;
  return printable(`${target}: ${reason} ${advice}`, LINE_LIMIT);
}

export function causeDetails(causes: readonly FailureCause[]): FailureDetails {
  return { notes: causes.map(causeLine), members: causes.length > 0 ? { causes } : {} };
}

function toAttemptEvent({ data, ...event }: TraceEvent): TraceEvent {
  return { ...event, type: 'webhook.attempted', data: { ...data, duration_ms: 0, response_body: null } };
}

function findCause(t: Texts, attemptEvent: TraceEvent, url: unknown): FailureCause | undefined {
  const [diagnosis] = diagnosisInTrace([attemptEvent]);
  if (diagnosis === undefined) return undefined;
  const { code, detail = '' } = diagnosis;
  const texts = traceTexts(t.lang);
  const { status, response_body: body } = attemptEvent.data as AttemptedData;
  const answer = body
    ? ` ${t('cli.common.response_body', { body: printable(JSON.stringify(body), ANSWER_LIMIT) })}`
    : '';
  return {
    events: [shortEvent(printable(attemptEvent.data.event))],
    url: typeof url === 'string' ? url : null,
    code,
    reason: `${attemptReason({ cause: code, status }, texts) ?? code} ${detail}`.trim(),
    advice: `${diagnosisTexts(texts, code).advice}${answer}`,
  };
}

function causeKey({ url, code }: FailureCause): string {
  return `${code} ${url}`;
}
