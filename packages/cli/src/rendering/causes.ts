import { reasonOf, shortEvent, type TraceEvent } from '@svc-simulator/contract';
import {
  type AttemptedData,
  diagnosisInTrace,
  diagnosisTexts,
  eventLine,
  eventSentence,
  REPLAYED,
} from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Further } from '../failures.ts';
import { traceTexts } from '../texts/area-texts.ts';
import type { Colours } from './report.ts';
import { plain } from './text.ts';

const TYPE_WIDTH = 29;
const BLANK_SESSION = ' '.repeat(8);
/** Characters; longer than every URL. */
const SENTENCE_LIMIT = 3000;

/** Formats a trace event: local time, type, the first eight characters of the session, and a description. */
export function traceLine(event: TraceEvent, colours: Colours): string {
  const t = traceTexts(colours.t.lang);
  const { tone } = eventLine(t, event);
  const paint = {
    good: colours.green,
    bad: colours.red,
    wait: colours.yellow,
    plain: (text: string) => text,
  };
  const session = event.session_id === undefined ? BLANK_SESSION : plain(event.session_id, 40).slice(0, 8);
  const line = [
    colours.dim(timeOf(event.at)),
    paint[tone](plain(event.type, 60).padEnd(TYPE_WIDTH)),
    colours.dim(session),
    plain(eventSentence(t, event), SENTENCE_LIMIT),
  ];
  return line.join('  ').trimEnd();
}

/** Formats the local time to the millisecond. */
export function timeOf(instant: string): string {
  const at = new Date(instant);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** Formats the target of a webhook. Its attempt names a relay, which a local simulator doesn't need. */
export function targetOf({ route, url }: { readonly route?: unknown; readonly url?: unknown }): string {
  return route === 'relay' ? `→ ${plain(url)}` : `${plain(route)} → ${plain(url)}`;
}

const TOLD = 3;
/** Characters; longer than every URL and every cause. */
const LINE_LIMIT = 3000;
const ANSWER_LIMIT = 200;

export const eventsOfCauses = 'webhook.emitted,webhook.attempted,webhook.delivered';

export interface Cause {
  readonly events: readonly string[];
  /** Null if no event names the URL. */
  readonly url: string | null;
  readonly code: string;
  readonly reason: string;
  /** Ends with the receiver's response. */
  readonly advice: string;
}

/** Collects why webhooks failed, from trace events in order; a delivery counts until a response ends it. */
export class Causes {
  readonly #t: Texts;
  readonly #urls = new Map<unknown, unknown>();
  readonly #failed = new Map<unknown, TraceEvent>();

  constructor(t: Texts) {
    this.#t = t;
  }

  add(event: TraceEvent): void {
    const { type, data } = event;
    const { delivery_id: id } = data;
    if (type === 'webhook.emitted' && data.url !== null) this.#urls.set(id, data.url);
    // The new delivery replaces it.
    if (type === 'webhook.emitted') this.#failed.delete(data.resend_of);
    if (data.error === REPLAYED) {
      this.#failed.delete(id);
      return;
    }
    // A probe is judged by its own verdict event.
    if (type === 'webhook.attempted' && data.probe === undefined) this.#failed.set(id, event);
    if (type === 'webhook.gave_up' && !this.#failed.has(id)) this.#failed.set(id, closingAttempt(event));
    if (type === 'webhook.delivered') this.#failed.delete(id);
    if (type === 'webhook.delivered' || type === 'webhook.probed') this.#urls.delete(id);
  }

  /** Lists known causes, the newest last, merged by URL and reason. `from` is the first event that counts. */
  list(from = 0): readonly Cause[] {
    const uniqueCauses = new Map<string, Cause>();
    for (const [id, event] of this.#failed) {
      if (event.id < from) continue;
      const cause = causeOf(this.#t, event, this.#urls.get(id));
      if (cause === undefined) continue;
      const { events = [] } = uniqueCauses.get(keyOf(cause)) ?? {};
      uniqueCauses.set(keyOf(cause), { ...cause, events: [...new Set([...events, ...cause.events])] });
    }
    return [...uniqueCauses.values()].slice(-TOLD);
  }

  /** Returns and removes the cause of a delivery that failed permanently. */
  take({ data: { delivery_id: id } }: TraceEvent): Cause | undefined {
    const event = this.#failed.get(id);
    const url = this.#urls.get(id);
    this.#failed.delete(id);
    this.#urls.delete(id);
    return event && causeOf(this.#t, event, url);
  }
}

export function causesIn(t: Texts, events: readonly TraceEvent[]): readonly Cause[] {
  const causes = new Causes(t);
  for (const event of events) causes.add(event);
  return causes.list();
}

/**
 * Returns a function that formats trace events one by one, with the cause below a webhook that failed
 * permanently.
 */
export function traceTeller(t: Texts): (event: TraceEvent, colours: Colours) => string {
  const causes = new Causes(t);
  return (event, colours) => {
    causes.add(event);
    const line = traceLine(event, colours);
    const cause = event.type === 'webhook.gave_up' ? causes.take(event) : undefined;
    return cause === undefined ? line : `${line}\n  ${colours.bold(causeLine(cause))}`;
  };
}

/**
 * Formats `paid → http://localhost:3000/: Nobody listens at that address and port. Start the receiver, …`.
 */
export function causeLine({ events, url, reason, advice }: Cause): string {
  const webhooks = events.join(', ');
  const where = url === null ? webhooks : `${webhooks} → ${url}`;
  return plain(`${where}: ${reason} ${advice}`, LINE_LIMIT);
}

export function toldBeside(causes: readonly Cause[]): Further {
  return { notes: causes.map(causeLine), members: causes.length > 0 ? { causes } : {} };
}

function closingAttempt({ data, ...event }: TraceEvent): TraceEvent {
  return { ...event, type: 'webhook.attempted', data: { ...data, duration_ms: 0, response_body: null } };
}

function causeOf(t: Texts, attempted: TraceEvent, url: unknown): Cause | undefined {
  const [likeliest] = diagnosisInTrace([attempted]);
  if (likeliest === undefined) return undefined;
  const { code, detail = '' } = likeliest;
  const texts = traceTexts(t.lang);
  const { status, response_body: body } = attempted.data as AttemptedData;
  const answer = body
    ? ` ${t('cli.common.answered', { body: plain(JSON.stringify(body), ANSWER_LIMIT) })}`
    : '';
  return {
    events: [shortEvent(plain(attempted.data.event))],
    url: typeof url === 'string' ? url : null,
    code,
    reason: `${reasonOf({ cause: code, status }, texts) ?? code} ${detail}`.trim(),
    advice: `${diagnosisTexts(texts, code).advice}${answer}`,
  };
}

function keyOf({ url, code }: Cause): string {
  return `${code} ${url}`;
}
