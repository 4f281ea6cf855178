import type { IncomingMessage } from 'node:http';
import type { Outcome } from '@svc-simulator/contract';
import { accept, refuse } from '@svc-simulator/contract';

/** The largest body that is read (contract section 1). */
export const BODY_LIMIT_BYTES = 1_048_576;
/** The deepest nesting of JSON that is taken (contract section 9): stringify overflows long after parse has not. */
export const JSON_DEPTH_LIMIT = 32;

/** The peer broke off; whether anybody reads this answer is doubtful. */
const incomplete = refuse({
  status: 400,
  title: 'Incomplete body',
  detail: 'The connection ended before the body did.',
});

function tooLarge(limitBytes: number): Outcome<never> {
  return refuse({
    status: 413,
    title: 'Body too large',
    detail: `A body may have at most ${limitBytes} bytes.`,
    headers: { connection: 'close' },
  });
}

/**
 * Reads the whole body, or refuses it with 413 without reading past the limit. `declared` is its length as the header says
 * it.
 */
export function readBytes(
  request: Request,
  declared = request.headers.get('content-length') ?? undefined,
  limitBytes = BODY_LIMIT_BYTES,
): Promise<Outcome<Uint8Array>> {
  return bytesOf(request, declared, limitBytes).catch(() => incomplete);
}

async function bytesOf(
  request: Request,
  declared: string | undefined,
  limitBytes: number,
): Promise<Outcome<Uint8Array>> {
  if (declared !== undefined) {
    if (Number(declared) > limitBytes) return tooLarge(limitBytes);
    return accept(new Uint8Array(await request.arrayBuffer()));
  }
  if (!request.body) return accept(new Uint8Array());
  return gathered(request.body as unknown as AsyncIterable<Uint8Array>, limitBytes);
}

/** The body of a GET, which has none by the rules of `Request`, so that it is read where it comes in. */
export async function readBytesOfGet(incoming: IncomingMessage): Promise<Outcome<Uint8Array>> {
  const { 'content-length': declared = '0', 'transfer-encoding': encoding } = incoming.headers;
  if (Number(declared) > BODY_LIMIT_BYTES) return tooLarge(BODY_LIMIT_BYTES);
  if (Number(declared) === 0 && encoding === undefined) return accept(new Uint8Array());
  return gathered(incoming, BODY_LIMIT_BYTES).catch(() => incomplete);
}

async function gathered(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Outcome<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limitBytes) return tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return accept(Buffer.concat(chunks));
}

/** The body as text; the common case, with a declared length, takes the server's fast path. */
export async function readText(
  request: Request,
  declared = request.headers.get('content-length') ?? undefined,
  limitBytes = BODY_LIMIT_BYTES,
): Promise<Outcome<string>> {
  if (declared !== undefined && Number(declared) <= limitBytes) {
    try {
      return accept(await request.text());
    } catch {
      return incomplete;
    }
  }
  const bytes = await readBytes(request, declared, limitBytes);
  return bytes.ok ? accept(Buffer.from(bytes.value).toString('utf8')) : bytes;
}

export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === 'application/json') return true;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || /^application\/[\w.+-]+\+json$/.test(type);
}

/**
 * Parses a JSON body and makes it ready for validation: no deeper than the limit, and without the members that are
 * `null`, since an optional null counts as absent and a required one as missing (contract section 9).
 */
export function parseJson(text: string, keepNulls = false, depthLimit = JSON_DEPTH_LIMIT): Outcome<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be parsed';
    return malformed(
      text.trim() === '' ? 'The body is empty; this operation needs JSON.' : `The body is not JSON: ${why}.`,
    );
  }
  if (!prepare(value, depthLimit, keepNulls))
    return malformed(`The JSON is nested deeper than ${depthLimit} levels.`);
  return accept(value);
}

function malformed(detail: string): Outcome<never> {
  return refuse({ status: 400, title: 'Malformed JSON', detail, errors: [{ detail, pointer: '' }] });
}

/** Walks the value once: drops its null members in place unless they are to be kept; false when it is too deep. */
function prepare(value: unknown, levels: number, keepNulls: boolean): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => prepare(item, levels - 1, keepNulls));
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    const member = members[key];
    if (member === null) {
      if (!keepNulls) delete members[key];
    } else if (typeof member === 'object' && !prepare(member, levels - 1, keepNulls)) return false;
  }
  return true;
}
