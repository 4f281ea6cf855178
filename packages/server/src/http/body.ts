import type { IncomingMessage } from 'node:http';
import {
  accept,
  decodeUtf8,
  type EncodingFault,
  encodingFaultOf,
  JSON_ITEMS_MAX,
  JSON_NAMES_MAX,
  type JsonExcess,
  jsonExcessIn,
  jsonFaultOf,
  membersOf,
  type Operation,
  type Outcome,
  type Refused,
} from '@svc-simulator/contract';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import { refuseWith } from '../refusals.ts';
import { malformedBody, unsupportedMedia } from './http-refusals.ts';

export const SMALL_BODY_BYTES = 64 * 1024;

export const BODY_LIMIT_BYTES = 1_048_576;

/**
 * Returns an operation's maximum body size. A hosted simulator accepts less without a credential, except in
 * requests to the simulator's built-in receivers.
 */
export function bodyLimitOf(
  { auth, rawBody, bodyLimitBytes }: Operation,
  { hosted }: { readonly hosted: boolean },
): number {
  if (bodyLimitBytes) return hosted ? bodyLimitBytes.hosted : bodyLimitBytes.local;
  return hosted && auth === 'none' && !rawBody ? SMALL_BODY_BYTES : BODY_LIMIT_BYTES;
}

/** The client has disconnected, so it probably never receives this response. */
export const incompleteBody = refuseWith(400, 'problem.title.incomplete', message('problem.body.incomplete'));

export function readBody(
  incoming: IncomingMessage,
  limitBytes = BODY_LIMIT_BYTES,
): Promise<Outcome<Uint8Array>> {
  const declaredBytes = Number(incoming.headers['content-length'] ?? 0);
  if (declaredBytes > limitBytes) return Promise.resolve(bodyTooLarge(limitBytes));
  const isLong = declaredBytes > SMALL_BODY_BYTES && incoming.headers['transfer-encoding'] === undefined;
  return collectBody(incoming, limitBytes, isLong ? Buffer.allocUnsafe(declaredBytes) : undefined);
}

/** A body with more chunks than this is refused if its average chunk is smaller than `MIN_CHUNK_BYTES`. */
const MAX_SMALL_CHUNKS = 4096;
/** Handling a chunk takes as long as handling a thousand bytes, so many small chunks are an attack. */
const MIN_CHUNK_BYTES = 16;

/**
 * Refuses a body as incomplete if the client disconnects before the last byte. A long body is copied into
 * `buffer` as it arrives; a list of chunks would need twice the memory.
 */
function collectBody(
  incoming: IncomingMessage,
  limitBytes: number,
  buffer: Buffer | undefined,
): Promise<Outcome<Uint8Array>> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let chunkCount = 0;
    const addChunk = (chunk: Uint8Array) => {
      buffer?.set(chunk, length);
      length += chunk.length;
      if (++chunkCount > MAX_SMALL_CHUNKS && length < chunkCount * MIN_CHUNK_BYTES) {
        chunks.length = 0;
        // Disconnects the client, because further chunks would take as long.
        incoming.destroy();
        return resolve(tooManyChunks);
      }
      if (length > limitBytes) resolve(bodyTooLarge(limitBytes));
      else if (!buffer) chunks.push(chunk);
    };
    const onEnd = () => {
      if (buffer) return resolve(accept(buffer.subarray(0, length)));
      const [first] = chunks;
      resolve(accept(first && chunks.length === 1 ? first : Buffer.concat(chunks)));
    };
    const onClose = () => {
      const rest: Uint8Array | null = incoming.read();
      if (rest) addChunk(rest);
      if (incoming.complete) onEnd();
      else resolve(incompleteBody);
    };
    if (incoming.destroyed) return onClose();
    incoming.on('data', addChunk);
    incoming.once('end', onEnd);
    // Ignores errors, because the `close` event that follows shows whether the body is complete.
    incoming.once('error', () => {});
    incoming.once('close', onClose);
  });
}

const tooManyChunks = refuseWith(
  400,
  'problem.title.malformed_body',
  message('problem.body.chunks_too_small', { most: MAX_SMALL_CHUNKS, bytes: MIN_CHUNK_BYTES }),
);

function bodyTooLarge(bytes: number): Refused {
  return refuseWith(413, 'problem.title.too_large', message('problem.body.too_large', { bytes }));
}

/**
 * Decodes a body: 415 if it declares a charset other than UTF-8, 400 if it isn't valid UTF-8 (contract
 * section 11, Bytes).
 */
export function decodeBodyText(bytes: Uint8Array, contentType: string | undefined): Outcome<string> {
  const charset = otherCharset(contentType);
  if (charset !== undefined) return unsupportedMedia(message('problem.body.charset', { charset }));
  const text = decodeUtf8(bytes);
  return text === null ? notUtf8(encodingFaultOf(bytes)) : accept(text);
}

/**
 * Returns the fields of a posted form, URL-encoded or multipart; 415 for other content types. The value of a
 * file is its text.
 */
export async function parseForm(bytes: Uint8Array, contentType = ''): Promise<Outcome<URLSearchParams>> {
  const isMultipart = /^multipart\/form-data\b/i.test(contentType);
  if (!isMultipart && !/^application\/x-www-form-urlencoded\b/i.test(contentType)) return notForm;
  const text = decodeBodyText(bytes, contentType);
  if (!text.ok) return text;
  if (isMultipart) return parseMultipart(bytes, contentType);
  const offset = findBadEscape(text.value);
  if (offset === undefined) return accept(new URLSearchParams(text.value));
  const byteOrderMarkBytes = bytes.length - Buffer.byteLength(text.value);
  return notUtf8({ offset: byteOrderMarkBytes + offset, isUtf16: false });
}

async function parseMultipart(bytes: Uint8Array, contentType: string): Promise<Outcome<URLSearchParams>> {
  const form = new URLSearchParams();
  try {
    const body = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } });
    for (const [name, value] of await body.formData())
      form.append(name, typeof value === 'string' ? value : await value.text());
  } catch {
    return notForm;
  }
  return accept(form);
}

/**
 * Returns the byte offset of the first percent-encoded bytes that aren't UTF-8; undefined if there are none.
 * `URLSearchParams` would replace them with U+FFFD.
 */
function findBadEscape(text: string): number | undefined {
  for (const { 0: escapes, index } of text.matchAll(/(?:%[\da-f]{2})+/gi)) {
    const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
    if (decodeUtf8(bytes) === null)
      return Buffer.byteLength(text.slice(0, index)) + 3 * encodingFaultOf(bytes).offset;
  }
  return undefined;
}

/** Names of UTF-8 that senders use, including the WHATWG label `utf8` (contract section 13, Charset). */
const UTF8 = /^utf-?8$/i;

function otherCharset(contentType: string | undefined): string | undefined {
  if (!contentType?.includes(';')) return undefined;
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/gi)];
  return charsets.map(([, quoted, bare = '']) => quoted ?? bare).find((name) => !UTF8.test(name));
}

function notUtf8({ offset, isUtf16 }: EncodingFault): Refused {
  return malformedBody(
    'problem.title.malformed_text',
    message(isUtf16 ? 'problem.body.utf16' : 'problem.body.not_utf8', { offset }),
  );
}

const notForm = unsupportedMedia(message('problem.body.form_required'));

/**
 * Maximum JSON nesting (contract section 9). Without this limit, `JSON.stringify` could overflow the stack on
 * a value that `JSON.parse` accepted.
 */
export const JSON_DEPTH_LIMIT = 32;

export function isJsonType(contentType = ''): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

/** Only this many characters of invalid JSON are searched for the fault. */
const FAULT_SEARCH_CHARACTERS = 256 * 1024;

/**
 * Parses a JSON body. Refuses deep nesting, and removes `null` members, because null counts as absent
 * (contract section 9).
 */
export function parseJson(text: string, keepNulls = false, depthLimit = JSON_DEPTH_LIMIT): Outcome<unknown> {
  const excess = jsonExcessIn(text, depthLimit);
  if (excess) return jsonExcessRefusal(excess, depthLimit);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === '') return malformedJson(message('problem.body.empty'));
    const why = jsonFaultOf(text, FAULT_SEARCH_CHARACTERS);
    return malformedJson(
      why ? message('problem.body.not_json', { why }) : message('problem.body.not_json_after_256_kib'),
    );
  }
  return stripNulls(value, depthLimit, keepNulls) ? accept(value) : jsonExcessRefusal('deep', depthLimit);
}

function jsonExcessRefusal(excess: JsonExcess, levels: number): Outcome<never> {
  if (excess === 'deep') return malformedJson(message('problem.body.too_deep', { levels }));
  const most = excess === 'long' ? JSON_ITEMS_MAX : JSON_NAMES_MAX;
  return malformedJson(message('problem.body.too_many_items', { excess, most }));
}

function malformedJson(why: Message<KeyOf<'problem'>>): Outcome<never> {
  return malformedBody('problem.title.malformed_json', why);
}

/**
 * Removes null members in place unless `keepNulls` is set. Returns false if the value is nested too deeply.
 */
function stripNulls(value: unknown, levels: number, keepNulls: boolean): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => stripNulls(item, levels - 1, keepNulls));
  const members = membersOf(value);
  for (const key of Object.keys(members)) {
    const member = members[key];
    if (member === null) {
      if (!keepNulls) Reflect.deleteProperty(value, key);
    } else if (typeof member === 'object' && !stripNulls(member, levels - 1, keepNulls)) return false;
  }
  return true;
}
