import { accept, faultsOf, type Operation, type Outcome, type Refusal } from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { MaybePromise } from '../maybe-promise.ts';
import { invalid } from './refusals.ts';
import { isJsonType, parseJson, readBytes, readText } from './request-body.ts';
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
  if (!operation.body) {
    const bytes = read ? accept(read) : await readBytes(c.req.raw, length, operation.bodyLimitBytes?.[place]);
    return bytes.ok ? accept({ ...none, bytes: bytes.value }) : bytes;
  }
  const text = read ? accept(Buffer.from(read).toString('utf8')) : await readText(c.req.raw, length);
  if (!text.ok) return text;
  if (operation.bodyOptional && text.value === '')
    return accept({ ...none, data: operation.body().parse({}) });
  const type = headerOf(c, 'content-type');
  if (!isJsonType(type)) return { ok: false, refusal: notJson(type) };
  const json = parseJson(text.value, operation.keepsNulls);
  if (!json.ok) return json;
  const parsed = operation.body().safeParse(json.value);
  if (!parsed.success) return invalid(faultsOf(parsed.error));
  return accept({ data: parsed.data, text: text.value });
}

function notJson(contentType: string | undefined): Refusal {
  return {
    status: 415,
    title: 'Unsupported media type',
    detail: `This operation needs JSON: send "Content-Type: application/json"${contentType ? ` instead of "${contentType}"` : ''}.`,
  };
}
