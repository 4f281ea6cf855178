import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import { jsonExcessIn } from '../fields/json-shape.ts';
import { isObject, membersOf } from '../fields/objects.ts';
import { accept, type Outcome, refuse } from '../problem.ts';
import { type ResponseHeaders, responseHeadersIn } from './response-headers.ts';

/** What the server tells a relay once it is connected (contract section 7). */
export interface ReadyFrame {
  readonly type: 'ready';
  readonly account_id: string;
}

/** To a relay that asked for what it missed: how many come first, in the order in which they were emitted. */
export interface ReplayFrame {
  readonly type: 'replay';
  /** The sequence after which the simulator looked. */
  readonly since: number;
  readonly count: number;
}

/** What was missed has been sent, each after the answer to the one before; from here on come new ones. */
export interface ReplayedFrame {
  readonly type: 'replayed';
  /** More than announced when others were held up behind them, fewer when some were delivered meanwhile. */
  readonly count: number;
  /** Those that were answered with 2xx. */
  readonly delivered: number;
}

/** A webhook to deliver. */
export interface WebhookFrame {
  readonly type: 'webhook';
  /**
   * Where the webhook stands among the account's emissions: the trace id of its `webhook.emitted`, so it grows, with gaps, and
   * a reset does not start it anew. All attempts have the same; a replay has that of the emission that it makes up for.
   */
  readonly sequence: number;
  /** It was missed, and is sent again. */
  readonly replay?: true;
  readonly delivery_id: string;
  /** From 1. */
  readonly attempt: number;
  /** The session's `webhook_url`, which may be no URL at all. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The signed bytes. */
  readonly body_base64: string;
}

/** What the local receiver answered, or why there was no answer: `status` or `error`. */
export interface ResultFrame {
  readonly type: 'result';
  readonly delivery_id: string;
  readonly attempt: number;
  /** HTTP status, 100–599. */
  readonly status?: number;
  /** For example `ECONNREFUSED: nothing listens on 127.0.0.1:3000`. */
  readonly error?: string;
  /** The answer's body, its first 4 KiB. */
  readonly response_base64?: string;
  /** Some header fields of an answer that is not 2xx. */
  readonly response_headers?: ResponseHeaders;
  /** How long the local receiver took; it counts as the attempt's duration. */
  readonly duration_ms?: number;
}

/** Tells a relay why one of its frames could not be used; the attempt still waits for a result. */
export interface ErrorFrame {
  readonly type: 'error';
  readonly detail: string;
}

export type ServerFrame = ReadyFrame | ReplayFrame | ReplayedFrame | WebhookFrame | ErrorFrame;
export type RelayFrame = ServerFrame | ResultFrame;

/** Close code for a relay that a second one of the same account has displaced. */
export const RELAY_DISPLACED = 4001;
/** Path of the upgrade; the URL is the simulator's with `ws` for `http`. */
export const RELAY_PATH = '/relay';
/**
 * A parameter of that URL: the relay wants what it missed, after this sequence (0: from the beginning). What is emitted
 * meanwhile waits behind it.
 */
export const RELAY_SINCE = 'since';
/** How often the server pings, and how long either side bears silence (contract section 7). */
export const RELAY_PING_MS = 15_000;
export const RELAY_SILENCE_MS = 30_000;
/** Bytes of a local answer that go back to the simulator. */
export const RELAY_RESPONSE_LIMIT = 4096;

/** Characters of base64 that stand for those bytes. */
const RESPONSE_BASE64_LIMIT = Math.ceil(RELAY_RESPONSE_LIMIT / 3) * 4;
const ERROR_LIMIT = 2000;
/** A webhook's frame has two levels, with its headers; what others add to a frame is dropped. */
const MOST_LEVELS = 8;

export function encodeFrame(frame: RelayFrame): string {
  return JSON.stringify(frame);
}

/** Reads a frame of the server; undefined for anything that is none. Unknown members are dropped. */
export function parseServerFrame(data: string): ServerFrame | undefined {
  const members = objectIn(data);
  if (members?.type === 'ready') {
    const { account_id } = members;
    return typeof account_id === 'string' ? { type: 'ready', account_id } : undefined;
  }
  if (members?.type === 'replay') return replayIn(members);
  if (members?.type === 'replayed') return replayedIn(members);
  return members?.type === 'webhook' ? webhookIn(members) : undefined;
}

function replayIn({ since, count }: Members): ReplayFrame | undefined {
  return isCount(since) && isCount(count) ? { type: 'replay', since, count } : undefined;
}

function replayedIn({ count, delivered }: Members): ReplayedFrame | undefined {
  return isCount(count) && isCount(delivered) ? { type: 'replayed', count, delivered } : undefined;
}

function webhookIn(members: Members): WebhookFrame | undefined {
  const { delivery_id, attempt, url, body_base64, replay } = members;
  // A simulator of before there were sequences: nothing can be missed there, but all else works.
  const { sequence = 0 } = members;
  const headers = headersOf(members.headers);
  if (!isId(delivery_id) || !isAttempt(attempt) || typeof url !== 'string' || !headers) return undefined;
  if (typeof body_base64 !== 'string' || !isBase64(body_base64) || !isCount(sequence)) return undefined;
  const marked = replay === true ? ({ replay } as const) : {};
  return { type: 'webhook', sequence, ...marked, delivery_id, attempt, url, headers, body_base64 };
}

/** Why a relay's frame cannot be used. */
export type FrameFault = Message<KeyOf<'word.frame_fault'>>;

/** Reads a frame of a relay, as forgiving as contract section 13 says. Unknown members are dropped. */
export function parseResultFrame(data: string): Outcome<ResultFrame, FrameFault> {
  const members = objectIn(data);
  if (!members) return refuse(message('word.frame_fault.not_json'));
  const { type, delivery_id } = members;
  const attempt = numberIn(members.attempt);
  if (type !== 'result') return refuse(message('word.frame_fault.type'));
  if (!isId(delivery_id)) return refuse(message('word.frame_fault.delivery_id'));
  if (!isAttempt(attempt)) return refuse(message('word.frame_fault.attempt'));
  // Null is how many languages write a field that is not set.
  const status = numberIn(members.status ?? undefined);
  const duration_ms = numberIn(members.duration_ms ?? undefined);
  const error = members.error ?? undefined;
  if (status !== undefined && error !== undefined) return refuse(message('word.frame_fault.both'));
  if (status === undefined && error === undefined) return refuse(message('word.frame_fault.neither'));
  if (status !== undefined && !isIntegerWithin(status, 100, 599))
    return refuse(message('word.frame_fault.status'));
  if (error !== undefined && typeof error !== 'string') return refuse(message('word.frame_fault.error'));
  if (duration_ms !== undefined && !isDuration(duration_ms))
    return refuse(message('word.frame_fault.duration_ms'));
  const response_base64 = responseIn(members.response_base64 ?? '');
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

type Members = Readonly<Record<string, unknown>>;

function objectIn(data: string): Members | undefined {
  if (jsonExcessIn(data, MOST_LEVELS)) return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The headers as a plain object without a prototype's names in the way; undefined when one is not a text. */
function headersOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(membersOf(value));
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return entries.every(isText) ? Object.fromEntries(entries) : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 200;
}

function isAttempt(value: unknown): value is number {
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

/** A number, also where it is written as a text; anything else stays as it is. */
function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

/** The first 4 KiB of an answer in base64, padded or not; undefined for anything else. */
function responseIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) return undefined;
  const digits = value.slice(0, RESPONSE_BASE64_LIMIT).replace(/=+$/, '');
  return digits.length % 4 === 1 ? undefined : digits;
}

function isBase64(value: string): boolean {
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}
