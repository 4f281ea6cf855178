import { setImmediate } from 'node:timers/promises';
import { accept, faultsOf, type Operation, type Outcome, type Refusal } from '@svc-simulator/contract';
import type { Context } from 'hono';
import { Turns } from '../accounts/turns.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { invalid } from './refusals.ts';
import { BODY_LIMIT_BYTES, isJsonType, parseJson, readBytes, readText } from './request-body.ts';
import { headerOf } from './request-header.ts';

/** A request's body as its operation wants it. */
export interface OperationBody {
  /** Validated JSON; undefined where the operation wants none. */
  readonly data: unknown;
  /** As it came. */
  readonly text: string;
  readonly bytes?: Uint8Array;
}

const none: OperationBody = { data: undefined, text: '' };

/** Hosted, of a body that comes without a credential. */
const STRANGERS_BYTES = 64 * 1024;
/** Characters that take no time worth mentioning to parse and to check. */
const SMALL = 64 * 1024;
/** Longer ones are parsed one in each turn of the event loop, which all simulators of the process share. */
const turns = new Turns(1);

/** Reads what the operation wants: validated JSON, any bytes, or nothing. `read` is what authentication has read already. */
export function readBody(
  c: Context,
  operation: Operation,
  place: 'local' | 'hosted',
  read?: Uint8Array,
): MaybePromise<Outcome<OperationBody>> {
  return operation.method === 'GET' ? accept(none) : readWanted(c, operation, place, read);
}

async function readWanted(
  c: Context,
  operation: Operation,
  place: 'local' | 'hosted',
  read: Uint8Array | undefined,
): Promise<Outcome<OperationBody>> {
  const length = headerOf(c, 'content-length');
  const limitBytes = limitOf(operation, place);
  if (!operation.body) {
    const bytes = read ? accept(read) : await readBytes(c.req.raw, length, limitBytes);
    return bytes.ok ? accept({ ...none, bytes: bytes.value }) : bytes;
  }
  const text = read
    ? accept(Buffer.from(read).toString('utf8'))
    : await readText(c.req.raw, length, limitBytes);
  if (!text.ok) return text;
  if (text.value.length <= SMALL) return parsed(c, operation, text.value);
  return turns.take(async () => {
    const body = parsed(c, operation, text.value);
    await setImmediate();
    return body;
  });
}

/** Forms and credentials of strangers are smaller; only to a receiver may anybody send more. */
function limitOf(operation: Operation, place: 'local' | 'hosted'): number {
  const { auth, rawBody, bodyLimitBytes } = operation;
  if (bodyLimitBytes) return bodyLimitBytes[place];
  return place === 'hosted' && auth === 'none' && !rawBody ? STRANGERS_BYTES : BODY_LIMIT_BYTES;
}

function parsed(c: Context, operation: Operation, text: string): Outcome<OperationBody> {
  const schema = operation.body?.();
  if (!schema) return accept(none);
  if (operation.bodyOptional && text === '') return accept({ ...none, data: schema.parse({}) });
  const type = headerOf(c, 'content-type');
  if (!isJsonType(type)) return { ok: false, refusal: notJson(type) };
  const json = parseJson(text, operation.keepsNulls);
  if (!json.ok) return json;
  const valid = schema.safeParse(json.value);
  if (!valid.success) return invalid(faultsOf(valid.error));
  return accept({ data: valid.data, text });
}

function notJson(contentType: string | undefined): Refusal {
  return {
    status: 415,
    title: 'Unsupported media type',
    detail: `This operation needs JSON: send "Content-Type: application/json"${contentType ? ` instead of "${contentType}"` : ''}.`,
  };
}
