import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import {
  accept,
  type Outcome,
  type QueryOf,
  RECEIVED_BYTES,
  type ReceiverName,
  type receiveHook,
  receiverStatus,
  webhookHeaders,
} from '@svc-simulator/contract';
import type { Store } from '@svc-simulator/store/store.ts';
import { notFound } from '../http/refusals.ts';
import type { Runtime } from '../runtime.ts';

export function isReceiver(name: string): name is ReceiverName {
  return Object.hasOwn(receiverStatus, name);
}

/** Returns the URL of an account's receiver. */
export function receiverUrl(publicUrl: string, accountId: string, name: ReceiverName): string {
  return `${publicUrl}/console/hooks/${accountId}/${name}`;
}

interface Received {
  /** Status that the receiver returns. */
  readonly status: number;
  /** The trace event `webhook.received`. */
  readonly eventId: number;
}

/** A request to a receiver. */
interface ReceiverCall {
  readonly accountId: string;
  readonly name: ReceiverName;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** What its address says that it answers; of `captura` alone. */
  readonly program?: ReceiverProgram;
}

/** Of the data of `webhook.received`: the body as text where it is UTF-8, else in base64. */
type ReceivedBody = ({ readonly raw_body: string } | { readonly raw_body_base64: string }) & {
  /** Bytes of the whole body, when only its beginning is kept. */
  readonly raw_body_length?: number;
  readonly raw_body_sha256?: string;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Records a POST to a default receiver as `webhook.received`, with its headers and raw body (the parsed one follows from
 * that, see `presentedJson`), and says what the receiver answers. Used for requests that come over the network and for
 * deliveries of the route `loopback`.
 */
export async function receive(
  runtime: Pick<Runtime, 'store' | 'clock'>,
  { accountId, name, headers, bytes, program }: ReceiverCall,
): Promise<Outcome<Received>> {
  if (!(await runtime.store.get('account', accountId))) return notFound('receiver');
  const status =
    program && name === 'captura'
      ? await programmedStatus(runtime.store, { accountId, headers }, program)
      : receiverStatus[name];
  const body = recorded(bytes);
  const sessionId = 'raw_body' in body ? sessionOf(body.raw_body) : undefined;
  const received = await runtime.store.transact({ account: accountId }, (view) => ({
    result: accept({ status, eventId: view.nextEventId }),
    events: [
      {
        type: 'webhook.received',
        at: view.now,
        ...(sessionId ? { sessionId } : {}),
        data: { receiver: name, headers, ...body },
      },
    ],
  }));
  const delayMs = name === 'captura' ? (program?.delay_ms ?? 0) : 0;
  if (delayMs > 0) await new Promise<void>((resolve) => runtime.clock.after(delayMs, resolve));
  return received;
}

/** A body as the trace keeps it: of a long one the beginning, and what tells whether it was the one that somebody sent. */
function recorded(bytes: Uint8Array): ReceivedBody {
  const kept = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, RECEIVED_BYTES));
  const isWhole = kept.length === bytes.length;
  // Without the character that the cut goes through.
  const text = isWhole ? kept.toString() : new StringDecoder().write(kept);
  const isText = isUtf8(isWhole ? kept : kept.subarray(0, Buffer.byteLength(text)));
  return {
    ...(isText ? { raw_body: text } : { raw_body_base64: kept.toString('base64') }),
    ...(!isWhole && { raw_body_length: bytes.length, raw_body_sha256: hash('sha256', bytes, 'hex') }),
  };
}

/** A webhook names its session; what it is shows the event among the session's own. */
function sessionOf(rawBody: string): string | undefined {
  try {
    const id = JSON.parse(rawBody.replace(/^\uFEFF/, ''))?.session_payment?.id;
    return typeof id === 'string' && UUID.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** What the query of a receiver's address says about its answers. */
type ReceiverProgram = QueryOf<typeof receiveHook>;

/** Requests that are looked at for earlier attempts. */
const LATEST = 100;

/** The status of a programmed receiver for one request; `fail_times` counts what it took before under the same key. */
async function programmedStatus(
  { trace }: Pick<Store, 'trace'>,
  { accountId, headers }: { readonly accountId: string; readonly headers: Readonly<Record<string, string>> },
  { answer_status: status, fail_times: failTimes }: ReceiverProgram,
): Promise<number> {
  if (failTimes === undefined) return status ?? 200;
  const key = headers[webhookHeaders.idempotencyKey];
  const query = { types: ['webhook.received'], order: 'desc', limit: LATEST } as const;
  const { items } = await trace.page(accountId, query);
  // In a body its quotes are escaped: to parse all that came is work that anybody could make.
  const member = `"${webhookHeaders.idempotencyKey}":${key === undefined ? '' : JSON.stringify(key)}`;
  const before = items.filter(({ json }) => json.includes(member) !== (key === undefined));
  return before.length < failTimes ? (status ?? 500) : 200;
}

export function isProgrammed(program: ReceiverProgram): boolean {
  return Object.keys(program).length > 0;
}

/** Statuses whose answers have no body. */
const bodiless: readonly number[] = [204, 205, 304];

/** The answer of a programmed receiver, which no browser takes for a page of the simulator. */
export function programmedResponse(status: number, { answer_body: body = '' }: ReceiverProgram): Response {
  return new Response(bodiless.includes(status) ? null : body, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
}
