import {
  accept,
  type Outcome,
  refuse,
  shortEvent,
  toSnakeCase,
  webhookEvents,
} from '@svc-simulator/contract';
import { isAccepted, jsonLine } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** Adds terminal colors; without colors, each function returns its text unchanged. */
export interface RelayStyle {
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

export const plainStyle: RelayStyle = { dim: String, good: String, bad: String };

const EVENT_WIDTH = 'payment_session.accredited'.length;
const SESSION_WIDTH = 36;
const STATUS_WIDTH = 'ECONNREFUSED'.length;

/**
 * Formats an attempt as a line: time, event, session, status or error, and duration. Missed webhooks get a
 * mark, and retries get their attempt number.
 */
export function formatWebhookLine(t: Texts, webhook: WebhookDelivered, style: RelayStyle): string {
  const { at, event, sessionId, status, error, durationMs, attempt, replay } = webhook;
  const answer = String(status ?? error).padEnd(STATUS_WIDTH);
  return [
    style.dim(localTime(at)),
    (event ?? t('relay.line.no_event')).padEnd(EVENT_WIDTH),
    (sessionId ?? '').padEnd(SESSION_WIDTH),
    (isAccepted(status) ? style.good : style.bad)(answer),
    `${durationMs} ms`.padStart(7),
    ...(replay ? [style.dim(t('relay.line.missed'))] : []),
    ...(attempt > 1 ? [style.dim(t('relay.line.attempt', { attempt }))] : []),
  ].join('  ');
}

/** Formats an event as a line of JSON with names in snake case. */
export function relayEventJson({ at, ...members }: RelayEvent): string {
  return jsonLine({ ...toSnakeCase(members), at: new Date(at).toISOString() });
}

function localTime(atMs: number): string {
  return new Date(atMs).toTimeString().slice(0, 8);
}

interface ReplayedFile extends Pick<WebhookDelivered, 'target' | 'status' | 'error' | 'durationMs'> {
  readonly file: string;
}

export function formatReplayLine(
  { file, target, status, error, durationMs }: ReplayedFile,
  json: boolean,
  style: RelayStyle,
): string {
  if (json) return jsonLine({ file, target, status, error, duration_ms: durationMs });
  const answer = (isAccepted(status) ? style.good : style.bad)(String(status ?? error).padEnd(STATUS_WIDTH));
  return [answer, `${durationMs} ms`.padStart(7), file, style.dim(`→ ${target}`)].join('  ');
}

export interface OutputStream {
  write(text: string): unknown;
}

/**
 * Writes all lines of one turn of the event loop together, so that output doesn't delay a burst of webhooks.
 */
export class LineWriter {
  readonly #output: OutputStream;
  #lines: (() => string)[] = [];

  constructor(output: OutputStream) {
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

/** Events of a relay; `at` is milliseconds since the epoch. */
export type RelayEvent =
  | { readonly type: 'connected'; readonly at: number; readonly accountId: string }
  | {
      readonly type: 'disconnected';
      readonly at: number;
      readonly reason: string;
      readonly retryInMs: number;
    }
  /** `count` missed webhooks follow, which were emitted after the sequence number `since`. */
  | { readonly type: 'replay'; readonly at: number; readonly since: number; readonly count: number }
  /** All missed webhooks were sent; `delivered` of them got a 2xx response. */
  | { readonly type: 'replayed'; readonly at: number; readonly count: number; readonly delivered: number }
  | WebhookDelivered;

export interface WebhookDelivered {
  readonly type: 'webhook';
  readonly at: number;
  /** Id of the trace event `webhook.emitted`, by which a relay requests later webhooks. */
  readonly sequence: number;
  /** True if the relay missed the webhook and requested it. */
  readonly replay: boolean;
  readonly deliveryId: string;
  readonly attempt: number;
  /** `event` of the body; null if the body has none. */
  readonly event: string | null;
  readonly sessionId: string | null;
  readonly target: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

export function parseEventName(t: Texts, name: string): Outcome<string, string> {
  const match = webhookEvents.find((event) => event === name || shortEvent(event) === name);
  if (match) return accept(match);
  return refuse(
    t('relay.unknown_event', {
      name: JSON.stringify(name),
      webhookEvents: webhookEvents.map(shortEvent).join(', '),
    }),
  );
}

export function parseEventNames(t: Texts, list: string): Outcome<ReadonlySet<string>, string> {
  const events = new Set<string>();
  for (const name of list.split(',')) {
    const event = parseEventName(t, name.trim());
    if (!event.ok) return event;
    events.add(event.value);
  }
  return accept(events);
}
