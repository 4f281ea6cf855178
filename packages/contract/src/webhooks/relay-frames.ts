import { jsonExcessIn } from '../fields/json-shape.ts';
import { membersOf } from '../fields/objects.ts';
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
  /** How long the local receiver took; it counts as the attempt's duration. */
  readonly duration_ms?: number;
}

export type ServerFrame = ReadyFrame | ReplayFrame | ReplayedFrame | WebhookFrame;
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

const RESPONSE_BASE64_LIMIT = Math.ceil(RELAY_RESPONSE_LIMIT / 3) * 4;
const ERROR_LIMIT = 2000;

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

/** Reads a frame of a relay; undefined for anything that is none. Unknown members are dropped. */
export function parseResultFrame(data: string): ResultFrame | undefined {
  const members = objectIn(data);
  if (members?.type !== 'result') return undefined;
  const { delivery_id, attempt, status, error, response_base64, duration_ms } = members;
  if (!isId(delivery_id) || !isAttempt(attempt)) return undefined;
  // One of the two says how the attempt ended; with both, or neither, nobody could tell.
  if ((status === undefined) === (error === undefined)) return undefined;
  if (status !== undefined && !isIntegerWithin(status, 100, 599)) return undefined;
  if (error !== undefined && typeof error !== 'string') return undefined;
  if (duration_ms !== undefined && !isDuration(duration_ms)) return undefined;
  if (response_base64 !== undefined && !isResponse(response_base64)) return undefined;
  return {
    type: 'result',
    delivery_id,
    attempt,
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error: error.slice(0, ERROR_LIMIT) }),
    ...(response_base64 === undefined ? {} : { response_base64 }),
    ...(duration_ms === undefined ? {} : { duration_ms }),
  };
}

type Members = Readonly<Record<string, unknown>>;

function objectIn(data: string): Members | undefined {
  // The deepest is a webhook's, with its headers.
  if (jsonExcessIn(data, 2)) return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? membersOf(value) : undefined;
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

function isResponse(value: unknown): value is string {
  return typeof value === 'string' && value.length <= RESPONSE_BASE64_LIMIT && isBase64(value);
}

function isBase64(value: string): boolean {
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}
