import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedTerminalRequest } from '@svc-simulator/contract';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';

type Mistake = Message<KeyOf<'word.terminal_mistake'>>;

/** One variant of a part of the signed text; the correct one has no mistake. */
interface Guess<Value> {
  readonly value: Value;
  readonly mistake?: Mistake;
}

/** Limits the work that an unauthenticated request can cause. */
const MOST_SEARCHED_BYTES = 8192;

export interface RefusedTerminalRequest extends SignedTerminalRequest {
  readonly signature: string;
  readonly method: string;
  /** Scheme and host that the terminal may have used, such as `https://pay.example`. */
  readonly origins: readonly string[];
}

/**
 * Finds the mistakes that produce this signature with the terminal's key (contract section 13). Only a holder
 * of the key can produce it, so the result reveals nothing. Undefined if no known mistake matches.
 */
export function terminalMistakes(request: RefusedTerminalRequest): readonly Mistake[] | undefined {
  const { signature, secretKey, ...parts } = request;
  const form = formOf(signature);
  if (!form || parts.url.length + Buffer.byteLength(parts.body) > MOST_SEARCHED_BYTES) return undefined;
  const texts = [...textsOf(parts)];
  const [right] = texts;
  for (const [at, key] of keysOf(secretKey).entries()) {
    const candidates = at === 0 ? texts : right ? [right] : [];
    const text = candidates.find(({ value }) =>
      timingSafeEqual(createHmac('sha256', key.value).update(value).digest(), form.value),
    );
    if (text) return [key, text, form].flatMap(({ mistake }) => mistake ?? []);
  }
  return undefined;
}

/** The 32 bytes of a signature; undefined if it can't be an HMAC-SHA256. */
function formOf(signature: string): Guess<Buffer> | undefined {
  const [, prefix = '', digits = ''] = /^(sha256=|v1=|hmac )?(.*)$/is.exec(signature.trim()) ?? [];
  const wrongPrefix = prefix && { mistake: message('word.terminal_mistake.prefix', { prefix }) };
  if (isHex(digits)) return { value: Buffer.from(digits, 'hex'), ...wrongPrefix };
  const decoded = Buffer.from(digits, 'base64');
  if (decoded.length === 32) return { value: decoded, mistake: message('word.terminal_mistake.base64') };
  const text = decoded.toString('latin1');
  if (!isHex(text)) return undefined;
  return { value: Buffer.from(text, 'hex'), mistake: message('word.terminal_mistake.base64') };
}

function isHex(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

function keysOf(secretKey: string): readonly Guess<string | Buffer>[] {
  const variants = [
    secretKey.toUpperCase(),
    `${secretKey}\n`,
    `${secretKey}\r\n`,
    ` ${secretKey}`,
    `"${secretKey}"`,
  ];
  return [
    { value: secretKey },
    { value: Buffer.from(secretKey, 'hex'), mistake: message('word.terminal_mistake.key_bytes') },
    ...variants.map((value) => ({ value, mistake: message('word.terminal_mistake.key_changed') })),
  ];
}

type Parts = Omit<RefusedTerminalRequest, 'signature' | 'secretKey'>;

/** Candidates for the signed text, the correct one first, then with one mistake each. */
function* textsOf({ body, timestamp, url, method, origins }: Parts): Generator<Guess<Buffer>> {
  const rawBody = Buffer.from(body);
  const joinParts = (parts: readonly (string | Buffer)[], separator = '\n') =>
    Buffer.concat(
      parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part])).map((part) => Buffer.from(part)),
    );
  yield { value: joinParts([rawBody, timestamp, url]) };
  const [path = '', query] = url.split('?');
  for (const origin of origins)
    yield {
      value: joinParts([rawBody, timestamp, origin + url]),
      mistake: message('word.terminal_mistake.whole_url'),
    };
  if (query !== undefined)
    yield {
      value: joinParts([rawBody, timestamp, path]),
      mistake: message('word.terminal_mistake.no_query'),
    };
  for (const other of [decoded(url), `${url}/`, url.slice(1), url.replace('/api/v1', '')])
    yield {
      value: joinParts([rawBody, timestamp, other]),
      mistake: message('word.terminal_mistake.other_path'),
    };
  for (const separator of ['\r\n', '\\n', '', '.', ' ', '|', ':'])
    yield {
      value: joinParts([rawBody, timestamp, url], separator),
      mistake: message('word.terminal_mistake.separator', { separator: JSON.stringify(separator) }),
    };
  for (const end of ['\n', '\r\n'])
    yield {
      value: joinParts([rawBody, timestamp, url + end]),
      mistake: message('word.terminal_mistake.line_at_end'),
    };
  for (const parts of [
    [timestamp, rawBody, url],
    [url, timestamp, rawBody],
    [timestamp, url, rawBody],
    [rawBody, url, timestamp],
  ])
    yield { value: joinParts(parts), mistake: message('word.terminal_mistake.order') };
  for (const parts of [
    [method, rawBody, timestamp, url],
    [rawBody, timestamp, method, url],
    [rawBody, timestamp, `${method} ${url}`],
  ])
    yield { value: joinParts(parts), mistake: message('word.terminal_mistake.method') };
  for (const parts of [[rawBody], [rawBody, timestamp], [timestamp, url]])
    yield { value: joinParts(parts), mistake: message('word.terminal_mistake.part_missing') };
  for (const other of otherBodies(rawBody.toString()))
    yield { value: joinParts([other, timestamp, url]), mistake: message('word.terminal_mistake.other_body') };
  const ms = Date.parse(timestamp);
  if (!Number.isNaN(ms))
    for (const other of [
      `${ms}`,
      `${Math.floor(ms / 1000)}`,
      new Date(ms).toISOString(),
      timestamp.replace(/\.\d+/, ''),
    ])
      yield {
        value: joinParts([rawBody, other, url]),
        mistake: message('word.terminal_mistake.other_timestamp'),
      };
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Variants of the body: lost, or parsed and serialized again. */
function otherBodies(body: string): readonly string[] {
  const replacements = ['', '{}', 'null', 'undefined', `${body}\n`, body.trim()];
  try {
    const value: unknown = JSON.parse(body);
    const compact = JSON.stringify(value);
    // Python's json.dumps and others put spaces after commas and colons.
    const spaced = JSON.stringify(value, null, 1)
      .replace(/\n\s*/g, ' ')
      .replace(/([{[]) | ([}\]])/g, '$1$2');
    return [...replacements, compact, spaced, JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)];
  } catch {
    return replacements;
  }
}
