import { snakeCased } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { RelayEvent, WebhookDelivered } from './relay-event.ts';

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
export function jsonLine({ at, ...members }: RelayEvent): string {
  return JSON.stringify({ ...snakeCased(members), at: new Date(at).toISOString() });
}

/** Hours, minutes and seconds where the relay runs. */
function timeOf(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** A saved delivery that was sent again. */
export interface ReplayedFile {
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
  if (json) return JSON.stringify({ file, target, status, error, duration_ms: durationMs });
  const taken = status !== null && status >= 200 && status <= 299;
  const answer = (taken ? style.good : style.bad)(String(status ?? error).padEnd(STATUS_WIDTH));
  return [answer, `${durationMs} ms`.padStart(7), file, style.dim(`→ ${target}`)].join('  ');
}
