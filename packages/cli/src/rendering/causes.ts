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
/** Long enough for every address. */
const SENTENCE_LIMIT = 3000;

/** One event of the trace as a line: time of day here, type, the session's first eight characters, what happened. */
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

/** The time of day here, to the millisecond. */
export function timeOf(instant: string): string {
  const at = new Date(instant);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** Where a webhook goes. Whether a relay takes it to this machine says its attempt: a local simulator needs none. */
export function targetOf({ route, url }: { readonly route?: unknown; readonly url?: unknown }): string {
  return route === 'relay' ? `→ ${plain(url)}` : `${plain(route)} → ${plain(url)}`;
}

/** How many causes are worth reading. */
const TOLD = 3;
/** Long enough for every address and every text of a cause. */
const LINE_LIMIT = 3000;
const ANSWER_LIMIT = 200;

/** The events of the trace that `causesIn` reads. */
export const eventsOfCauses = 'webhook.emitted,webhook.attempted,webhook.delivered';

/** Why webhooks have not arrived at an address. */
export interface Cause {
  readonly events: readonly string[];
  /** Null where the events that were seen do not tell it. */
  readonly url: string | null;
  readonly code: string;
  readonly reason: string;
  /** Ends with what the receiver answered. */
  readonly advice: string;
}

/** What keeps webhooks from arriving, by events of the trace in their order; a delivery counts until an answer closes it. */
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
    // Another delivery has taken its place.
    if (type === 'webhook.emitted') this.#failed.delete(data.resend_of);
    if (data.error === REPLAYED) {
      this.#failed.delete(id);
      return;
    }
    // What became of a probe says the verdict on it.
    if (type === 'webhook.attempted' && data.probe === undefined) this.#failed.set(id, event);
    if (type === 'webhook.gave_up' && !this.#failed.has(id)) this.#failed.set(id, attemptIn(event));
    if (type === 'webhook.delivered') this.#failed.delete(id);
    if (type === 'webhook.delivered' || type === 'webhook.probed') this.#urls.delete(id);
  }

  /** Those that are known, the newest last; webhooks that fail at one address for one reason are one. `from`: the first event that counts. */
  list(from = 0): readonly Cause[] {
    const found = new Map<string, Cause>();
    for (const [id, event] of this.#failed) {
      if (event.id < from) continue;
      const cause = causeOf(this.#t, event, this.#urls.get(id));
      if (cause === undefined) continue;
      const { events = [] } = found.get(keyOf(cause)) ?? {};
      found.set(keyOf(cause), { ...cause, events: [...new Set([...events, ...cause.events])] });
    }
    return [...found.values()].slice(-TOLD);
  }

  /** The cause of a delivery that was given up, which is told once and forgotten. */
  take({ data: { delivery_id: id } }: TraceEvent): Cause | undefined {
    const event = this.#failed.get(id);
    const url = this.#urls.get(id);
    this.#failed.delete(id);
    this.#urls.delete(id);
    return event && causeOf(this.#t, event, url);
  }
}

/** What keeps the webhooks of these events from arriving. */
export function causesIn(t: Texts, events: readonly TraceEvent[]): readonly Cause[] {
  const causes = new Causes(t);
  for (const event of events) causes.add(event);
  return causes.list();
}

/** Tells a trace as it comes: below a webhook that was given up, what kept it from arriving. */
export function traceTeller(t: Texts): (event: TraceEvent, colours: Colours) => string {
  const causes = new Causes(t);
  return (event, colours) => {
    causes.add(event);
    const line = traceLine(event, colours);
    const cause = event.type === 'webhook.gave_up' ? causes.take(event) : undefined;
    return cause === undefined ? line : `${line}\n  ${colours.bold(causeLine(cause))}`;
  };
}

/** `paid → http://localhost:3000/: Nobody listens at that address and port. Start the receiver, …` */
export function causeLine({ events, url, reason, advice }: Cause): string {
  const webhooks = events.join(', ');
  const where = url === null ? webhooks : `${webhooks} → ${url}`;
  return plain(`${where}: ${reason} ${advice}`, LINE_LIMIT);
}

/** What a failure tells of causes. */
export function toldBeside(causes: readonly Cause[]): Further {
  return { notes: causes.map(causeLine), members: causes.length > 0 ? { causes } : {} };
}

/** An attempt as far as the end of its delivery tells it. */
function attemptIn({ data, ...event }: TraceEvent): TraceEvent {
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
