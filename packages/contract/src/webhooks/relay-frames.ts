import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import { jsonExcessIn } from '../fields/json-shape.ts';
import { isObject, membersOf } from '../fields/objects.ts';
import { accept, type Outcome, refuse } from '../problem.ts';
import { type ResponseHeaders, responseHeadersIn } from './response-headers.ts';

/** First frame from the server to a connected relay (contract section 7). */
export interface ReadyFrame {
  readonly type: 'ready';
  readonly account_id: string;
}

/** Announces the missed webhooks that the relay requested. They follow in the order of their emission. */
export interface ReplayFrame {
  readonly type: 'replay';
  /** The missed webhooks have a higher sequence than this. */
  readonly since: number;
  readonly count: number;
}

/** Ends the replay of missed webhooks. New webhooks follow. */
export interface ReplayedFrame {
  readonly type: 'replayed';
  /**
   * Number of replayed webhooks: higher than announced if more were missed meanwhile, lower if some were
   * delivered.
   */
  readonly count: number;
  readonly delivered: number;
}

export interface WebhookFrame {
  readonly type: 'webhook';
  /**
   * Id of the event `webhook.emitted`. All attempts and replays of a webhook have the same sequence. After a
   * reset of the account, the sequences continue.
   */
  readonly sequence: number;
  /** True if the webhook is part of a replay. */
  readonly replay?: true;
  readonly delivery_id: string;
  readonly attempt: number;
  /** The session's `webhook_url`; it isn't always a valid URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body_base64: string;
}

/** Result of an attempt: the `status` of the local receiver, or an `error` if it didn't respond. */
export interface ResultFrame {
  readonly type: 'result';
  readonly delivery_id: string;
  readonly attempt: number;
  readonly status?: number;
  /** For example `ECONNREFUSED: nothing listens on 127.0.0.1:3000`. */
  readonly error?: string;
  /** The first 4 KiB of the response body. */
  readonly response_base64?: string;
  /** Some header fields of a response that isn't 2xx. */
  readonly response_headers?: ResponseHeaders;
  /** Time that the local receiver took, which counts as the attempt's duration. */
  readonly duration_ms?: number;
}

/** Tells a relay that its frame is unusable. The attempt still waits for a result. */
export interface ErrorFrame {
  readonly type: 'error';
  readonly detail: string;
}

export type ServerFrame = ReadyFrame | ReplayFrame | ReplayedFrame | WebhookFrame | ErrorFrame;
export type RelayFrame = ServerFrame | ResultFrame;

/** Close code of a relay's connection if another relay of the account replaces the relay. */
export const RELAY_DISPLACED = 4001;
/** Path of the WebSocket URL: the base URL of the simulator, with the scheme `ws` or `wss`. */
export const RELAY_PATH = '/relay';
/** Parameter of the WebSocket URL, which requests the webhooks after a sequence; `0` requests all. */
export const RELAY_SINCE = 'since';
/** Interval of the simulator's pings. */
export const RELAY_PING_MS = 15_000;
/** Either side disconnects if it receives nothing for this time (contract section 7). */
export const RELAY_SILENCE_MS = 30_000;
export const RELAY_RESPONSE_LIMIT = 4096;

const RESPONSE_BASE64_LIMIT = Math.ceil(RELAY_RESPONSE_LIMIT / 3) * 4;
const ERROR_LIMIT = 2000;
/** Maximum levels of nested JSON. A webhook, the deepest frame, has two. */
const MAX_FRAME_LEVELS = 8;

export function encodeFrame(frame: RelayFrame): string {
  return JSON.stringify(frame);
}

export function parseServerFrame(data: string): ServerFrame | undefined {
  const members = frameObjectIn(data);
  if (members?.type === 'ready') {
    const { account_id } = members;
    return typeof account_id === 'string' ? { type: 'ready', account_id } : undefined;
  }
  if (members?.type === 'replay') return replayFrameIn(members);
  if (members?.type === 'replayed') return replayedFrameIn(members);
  return members?.type === 'webhook' ? webhookFrameIn(members) : undefined;
}

function replayFrameIn({ since, count }: FrameMembers): ReplayFrame | undefined {
  return isCount(since) && isCount(count) ? { type: 'replay', since, count } : undefined;
}

function replayedFrameIn({ count, delivered }: FrameMembers): ReplayedFrame | undefined {
  return isCount(count) && isCount(delivered) ? { type: 'replayed', count, delivered } : undefined;
}

function webhookFrameIn(members: FrameMembers): WebhookFrame | undefined {
  const { delivery_id, attempt, url, body_base64, replay } = members;
  // Older simulators send no sequence; only replays need it.
  const { sequence = 0 } = members;
  const headers = textHeadersOf(members.headers);
  if (!isId(delivery_id) || !isAttemptNumber(attempt) || typeof url !== 'string' || !headers)
    return undefined;
  if (typeof body_base64 !== 'string' || !isBase64(body_base64) || !isCount(sequence)) return undefined;
  const replayField = replay === true ? ({ replay } as const) : {};
  return { type: 'webhook', sequence, ...replayField, delivery_id, attempt, url, headers, body_base64 };
}

export type FrameFault = Message<KeyOf<'word.frame_fault'>>;

/** Parses a frame that a relay sent (contract section 13). Ignores unknown members. */
export function parseResultFrame(data: string): Outcome<ResultFrame, FrameFault> {
  const members = frameObjectIn(data);
  if (!members) return refuse(message('word.frame_fault.not_json'));
  const { type, delivery_id } = members;
  const attempt = numberFromText(members.attempt);
  if (type !== 'result') return refuse(message('word.frame_fault.type'));
  if (!isId(delivery_id)) return refuse(message('word.frame_fault.delivery_id'));
  if (!isAttemptNumber(attempt)) return refuse(message('word.frame_fault.attempt'));
  // Null counts as absent, because programs in many languages write it for an unset field.
  const status = numberFromText(members.status ?? undefined);
  const duration_ms = numberFromText(members.duration_ms ?? undefined);
  const error = members.error ?? undefined;
  if (status !== undefined && error !== undefined) return refuse(message('word.frame_fault.both'));
  if (status === undefined && error === undefined) return refuse(message('word.frame_fault.neither'));
  if (status !== undefined && !isIntegerWithin(status, 100, 599))
    return refuse(message('word.frame_fault.status'));
  if (error !== undefined && typeof error !== 'string') return refuse(message('word.frame_fault.error'));
  if (duration_ms !== undefined && !isDuration(duration_ms))
    return refuse(message('word.frame_fault.duration_ms'));
  const response_base64 = base64ResponseIn(members.response_base64 ?? '');
  if (response_base64 === undefined) return refuse(message('word.frame_fault.response_base64'));
  const headers = responseHeadersIn(membersOf(members.response_headers ?? {}));
  return accept({
    type: 'result',
    delivery_id,
    attempt,
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error: error.slice(0, ERROR_LIMIT) }),
    ...(response_base64 === '' ? {} : { response_base64 }),
    ...(headers === undefined ? {} : { response_headers: headers }),
    ...(duration_ms === undefined ? {} : { duration_ms }),
  });
}

type FrameMembers = Readonly<Record<string, unknown>>;

function frameObjectIn(data: string): FrameMembers | undefined {
  if (jsonExcessIn(data, MAX_FRAME_LEVELS)) return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the headers if all values are texts; else undefined. `Object.fromEntries` is safe even for the name
 * `__proto__`.
 */
function textHeadersOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(membersOf(value));
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return entries.every(isText) ? Object.fromEntries(entries) : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 200;
}

function isAttemptNumber(value: unknown): value is number {
  return isIntegerWithin(value, 1, Number.MAX_SAFE_INTEGER);
}

function isIntegerWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
}

function isCount(value: unknown): value is number {
  return isIntegerWithin(value, 0, Number.MAX_SAFE_INTEGER);
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function numberFromText(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

/** Returns the base64 of the first 4 KiB, without padding; undefined if the value isn't base64. */
function base64ResponseIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) return undefined;
  const digits = value.slice(0, RESPONSE_BASE64_LIMIT).replace(/=+$/, '');
  return digits.length % 4 === 1 ? undefined : digits;
}

function isBase64(value: string): boolean {
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}
