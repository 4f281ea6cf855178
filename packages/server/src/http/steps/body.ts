import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import {
  accept,
  faultsOf,
  JSON_ITEMS_MAX,
  JSON_NAMES_MAX,
  type JsonExcess,
  jsonExcessIn,
  jsonFaultOf,
  membersOf,
  type Operation,
  type Outcome,
  queryValues,
  type Refusal,
  refuse,
} from '@svc-simulator/contract';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import type { z } from 'zod';
import type { Runtime } from '../../runtime.ts';
import { Turns } from '../limits/turns.ts';
import { invalid, malformed } from '../refusals.ts';
import type { ServedCall } from '../served-call.ts';
import { type Eventual, when } from '../when.ts';
import { bodyText } from './body-text.ts';
import type { Step } from './step.ts';

/** Hosted, of a body that comes without a credential. */
const STRANGERS_BYTES = 64 * 1024;

/** Reads the body, up to the operation's limit. */
export const bodyLimit: Step = ({ runtime }, { operation }) => {
  if (operation.method === 'GET') return undefined;
  const limitBytes = limitOf(operation, runtime.settings.hosted ? 'hosted' : 'local');
  return (call) => {
    // A signature is over the body, so that one that was signed has been read.
    if (call.received) return undefined;
    return when(readBody(call.incoming, limitBytes), (body) => {
      if (!body.ok) return body.refusal;
      call.received = body.value;
      return undefined;
    });
  };
};

/** Forms and credentials of strangers are smaller; only to a receiver may anybody send more. */
export function limitOf({ auth, rawBody, bodyLimitBytes }: Operation, place: 'local' | 'hosted'): number {
  if (bodyLimitBytes) return bodyLimitBytes[place];
  return place === 'hosted' && auth === 'none' && !rawBody ? STRANGERS_BYTES : BODY_LIMIT_BYTES;
}

/** Bytes that take no time worth mentioning to parse and to check. */
const SMALL = 64 * 1024;
/**
 * Longer ones are parsed one in each turn of the event loop, which all simulators of the process share; hosted, with a rest as long as it
 * took after each, so that half of the time is for all else.
 */
const turns = new Turns(1);
const MOST_REST_MS = 100;

/**
 * Checks body and query by the operation's schemas. hono's own validators drop what is wrong with a JSON text, and know nothing
 * of depth and of nulls that count as absent.
 */
export const validate: Step = ({ runtime }, { operation }) => {
  const body = operation.method === 'GET' ? undefined : operation.body;
  const { query } = operation;
  if (!body && !query) return undefined;
  return (call) => {
    const read = body ? bodyOf(call, body(), operation, runtime) : nothing;
    return when(read, (valid) => {
      if (!valid.ok) return valid.refusal;
      call.body = valid.value;
      if (!query) return undefined;
      const { values, faults } = queryValues(call.queryParameters());
      if (faults.length > 0) return invalid(faults).refusal;
      const asked = query().safeParse(values);
      if (asked.error) return invalid(faultsOf(asked.error)).refusal;
      call.query = membersOf(asked.data);
      return undefined;
    });
  };
};

const nothing = accept(undefined);

function bodyOf(
  call: ServedCall,
  schema: z.ZodType,
  operation: Operation,
  { clock, settings }: Runtime,
): Eventual<Outcome<unknown>> {
  const bytes = call.bytes();
  if (operation.bodyOptional && bytes.length === 0) return accept(schema.parse({}));
  if (bytes.length <= SMALL) return parsed(call, schema, operation);
  const work = async () => {
    const begunMs = clock.elapsed();
    const body = parsed(call, schema, operation);
    await setImmediate();
    const restMs = settings.hosted ? Math.min(clock.elapsed() - begunMs, MOST_REST_MS) : 0;
    if (restMs > 0) await new Promise<void>((rested) => clock.after(restMs, rested));
    return body;
  };
  const { account, outgoing } = call;
  return turns.takeFor<Outcome<unknown>>({ outgoing, gone: refuse(incomplete) }, work, account?.id);
}

function parsed(call: ServedCall, schema: z.ZodType, { keepsNulls }: Operation): Outcome<unknown> {
  const type = call.header('content-type');
  const encoding = call.header('content-encoding') ?? 'identity';
  if (!/^\s*identity\s*$/i.test(encoding)) return refuse(encoded(encoding));
  const text = bodyText(call.bytes(), type);
  if (text.ok) call.text = text.value;
  if (!isJsonType(type)) return refuse(notJson(type));
  if (!text.ok) return text;
  const json = parseJson(text.value, keepsNulls);
  if (!json.ok) return json;
  const valid = schema.safeParse(json.value);
  return valid.success ? accept(membersOf(valid.data)) : invalid(faultsOf(valid.error));
}

function encoded(encoding: string): Refusal {
  return { status: 415, title: 'problem.title.media_type', ...message('problem.body.encoded', { encoding }) };
}

function notJson(contentType: string | undefined): Refusal {
  return {
    status: 415,
    title: 'problem.title.media_type',
    ...(contentType
      ? message('problem.body.not_json_type', { type: contentType })
      : message('problem.body.no_type')),
  };
}

/** The largest body that is read (contract section 1). */
export const BODY_LIMIT_BYTES = 1_048_576;

/** The peer broke off; whether anybody reads this answer is doubtful. */
const incomplete: Refusal = {
  status: 400,
  title: 'problem.title.incomplete',
  ...message('problem.body.incomplete'),
};

/**
 * Reads the whole body of a request of any method, or refuses it with 413 without keeping more than the limit. What the client
 * goes on sending is dropped.
 */
export function readBody(
  incoming: IncomingMessage,
  limitBytes = BODY_LIMIT_BYTES,
): Eventual<Outcome<Uint8Array>> {
  const declared = Number(incoming.headers['content-length'] ?? 0);
  if (declared > limitBytes) return refuse(tooLarge(limitBytes));
  const isLong = declared > SMALL && incoming.headers['transfer-encoding'] === undefined;
  return received(incoming, limitBytes, isLong ? Buffer.allocUnsafe(declared) : undefined);
}

/** A body of so many pieces … */
const MANY_PIECES = 4096;
/** … of fewer bytes than this on average is made to cost: each piece costs as much as a thousand bytes, and holds what it was read in. */
const LEAST_PIECE_BYTES = 16;

/**
 * An incomplete one is one whose peer broke off before the last byte, be it long ago. A long one is put together in `whole` as it
 * comes: its pieces would be twice its memory at the end.
 */
function received(
  incoming: IncomingMessage,
  limitBytes: number,
  whole: Buffer | undefined,
): Promise<Outcome<Uint8Array>> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let pieces = 0;
    const take = (chunk: Uint8Array) => {
      whole?.set(chunk, length);
      length += chunk.length;
      if (++pieces > MANY_PIECES && length < pieces * LEAST_PIECE_BYTES) {
        chunks.length = 0;
        // What it goes on sending would cost the same.
        incoming.destroy();
        return resolve(refuse(tooManyPieces));
      }
      if (length > limitBytes) resolve(refuse(tooLarge(limitBytes)));
      else if (!whole) chunks.push(chunk);
    };
    const ended = () => {
      if (whole) return resolve(accept(whole.subarray(0, length)));
      const [first] = chunks;
      resolve(accept(first && chunks.length === 1 ? first : Buffer.concat(chunks)));
    };
    const closed = () => {
      const rest: Uint8Array | null = incoming.read();
      if (rest) take(rest);
      if (incoming.complete) ended();
      else resolve(refuse(incomplete));
    };
    if (incoming.destroyed) return closed();
    incoming.on('data', take);
    incoming.once('end', ended);
    // The close that follows tells whether all had come.
    incoming.once('error', () => {});
    incoming.once('close', closed);
  });
}

const tooManyPieces: Refusal = {
  status: 400,
  title: 'problem.title.malformed_body',
  ...message('problem.body.pieces', { most: MANY_PIECES, bytes: LEAST_PIECE_BYTES }),
};

function tooLarge(limitBytes: number): Refusal {
  return {
    status: 413,
    title: 'problem.title.too_large',
    ...message('problem.body.too_large', { bytes: limitBytes }),
  };
}

/** The deepest nesting of JSON that is taken (contract section 9): stringify overflows long after parse has not. */
export const JSON_DEPTH_LIMIT = 32;

export function isJsonType(contentType = ''): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

/**
 * Parses a JSON body and makes it ready for validation: no deeper than the limit, and without the members that are
 * `null`, since an optional null counts as absent and a required one as missing (contract section 9).
 */
export function parseJson(text: string, keepNulls = false, depthLimit = JSON_DEPTH_LIMIT): Outcome<unknown> {
  const excess = jsonExcessIn(text, depthLimit);
  if (excess) return tooMuch(excess, depthLimit);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === '') return noJson(message('problem.body.empty'));
    const why = jsonFaultOf(text, LOOKED_THROUGH);
    return noJson(why ? message('problem.body.not_json', { why }) : message('problem.body.not_json_far'));
  }
  return prepare(value, depthLimit, keepNulls) ? accept(value) : tooMuch('deep', depthLimit);
}

/** So far a text that is no JSON is looked through for its fault. */
const LOOKED_THROUGH = 256 * 1024;

function tooMuch(excess: JsonExcess, levels: number): Outcome<never> {
  if (excess === 'deep') return noJson(message('problem.body.too_deep', { levels }));
  const most = excess === 'long' ? JSON_ITEMS_MAX : JSON_NAMES_MAX;
  return noJson(message('problem.body.too_much', { excess, most }));
}

function noJson(why: Message<KeyOf<'problem'>>): Outcome<never> {
  return refuse(malformed('problem.title.malformed_json', why));
}

/** Walks the value once: drops its null members in place unless they are to be kept; false when it is too deep. */
function prepare(value: unknown, levels: number, keepNulls: boolean): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => prepare(item, levels - 1, keepNulls));
  const members = membersOf(value);
  for (const key of Object.keys(members)) {
    const member = members[key];
    if (member === null) {
      if (!keepNulls) Reflect.deleteProperty(value, key);
    } else if (typeof member === 'object' && !prepare(member, levels - 1, keepNulls)) return false;
  }
  return true;
}
