import { accept, type Outcome, refuse, shortEvent, snakeCased, webhookEvents } from '@svc-simulator/contract';
import { jsonLine } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** Colours for a terminal; each function answers its text unchanged where there are none. */
export interface RelayStyle {
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

export const plainStyle: RelayStyle = { dim: String, good: String, bad: String };

/** As wide as the longest event that is common. */
const EVENT_WIDTH = 'payment_session.accredited'.length;
const SESSION_WIDTH = 36;
const STATUS_WIDTH = 'ECONNREFUSED'.length;

/** One attempt on one line: time, event, session, status or error, milliseconds, whether it was missed before, and which attempt when it is not the first. */
export function webhookLine(t: Texts, webhook: WebhookDelivered, style: RelayStyle): string {
  const { at, event, sessionId, status, error, durationMs, attempt, replay } = webhook;
  const delivered = status !== null && status >= 200 && status <= 299;
  const answer = String(status ?? error).padEnd(STATUS_WIDTH);
  return [
    style.dim(timeOf(at)),
    (event ?? t('relay.line.no_event')).padEnd(EVENT_WIDTH),
    (sessionId ?? '').padEnd(SESSION_WIDTH),
    (delivered ? style.good : style.bad)(answer),
    `${durationMs} ms`.padStart(7),
    ...(replay ? [style.dim(t('relay.line.missed'))] : []),
    ...(attempt > 1 ? [style.dim(t('relay.line.attempt', { attempt }))] : []),
  ].join('  ');
}

/** An event as one line of JSON, its members named as on the wire. */
export function eventLine({ at, ...members }: RelayEvent): string {
  return jsonLine({ ...snakeCased(members), at: new Date(at).toISOString() });
}

/** Hours, minutes and seconds where the relay runs. */
function timeOf(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** A saved delivery that was sent again. */
interface ReplayedFile {
  readonly file: string;
  readonly target: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** Status or error, milliseconds, file and target; or all of it as one line of JSON. */
export function replayLine(
  { file, target, status, error, durationMs }: ReplayedFile,
  json: boolean,
  style: RelayStyle,
): string {
  if (json) return jsonLine({ file, target, status, error, duration_ms: durationMs });
  const taken = status !== null && status >= 200 && status <= 299;
  const answer = (taken ? style.good : style.bad)(String(status ?? error).padEnd(STATUS_WIDTH));
  return [answer, `${durationMs} ms`.padStart(7), file, style.dim(`→ ${target}`)].join('  ');
}

/** Where lines go: a stream of the process, or anything that takes texts. */
export interface Output {
  write(text: string): unknown;
}

/**
 * Writes lines, those of one turn of the event loop at once, and only makes them then: a burst of webhooks is held up
 * neither by ten thousand writes nor by what they say.
 */
export class LineWriter {
  readonly #output: Output;
  #lines: (() => string)[] = [];

  constructor(output: Output) {
    this.#output = output;
  }

  write(line: () => string): void {
    this.#lines.push(line);
    if (this.#lines.length === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.map((line) => `${line()}\n`).join('');
    this.#lines = [];
    this.#output.write(text);
  }
}

/** What a relay tells of itself; `at` is milliseconds since the epoch. */
export type RelayEvent =
  | { readonly type: 'connected'; readonly at: number; readonly accountId: string }
  | {
      readonly type: 'disconnected';
      readonly at: number;
      readonly reason: string;
      /** When it connects again. */
      readonly retryInMs: number;
    }
  /** So many webhooks were missed after a sequence, and come first. */
  | { readonly type: 'replay'; readonly at: number; readonly since: number; readonly count: number }
  /** They have come; `delivered` of them were answered with 2xx. */
  | { readonly type: 'replayed'; readonly at: number; readonly count: number; readonly delivered: number }
  | WebhookDelivered;

/** One attempt that went through the relay: `status`, or `error`. */
export interface WebhookDelivered {
  readonly type: 'webhook';
  readonly at: number;
  /** Where the webhook stands among the account's emissions. */
  readonly sequence: number;
  /** It was missed, and came again. */
  readonly replay: boolean;
  readonly deliveryId: string;
  readonly attempt: number;
  /** `event` of the body; null when the body is none of the simulator's. */
  readonly event: string | null;
  readonly sessionId: string | null;
  /** Where it was sent. */
  readonly target: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** The event that a short or full name stands for; refused when there is none. */
export function eventNamed(t: Texts, name: string): Outcome<string, string> {
  const found = webhookEvents.find((event) => event === name || shortEvent(event) === name);
  if (found) return accept(found);
  return refuse(
    t('relay.no_event', {
      name: JSON.stringify(name),
      webhookEvents: webhookEvents.map(shortEvent).join(', '),
    }),
  );
}

/** `paid,accredited` as the events that it names. */
export function eventsNamed(t: Texts, list: string): Outcome<ReadonlySet<string>, string> {
  const events = new Set<string>();
  for (const name of list.split(',')) {
    const event = eventNamed(t, name.trim());
    if (!event.ok) return event;
    events.add(event.value);
  }
  return accept(events);
}
