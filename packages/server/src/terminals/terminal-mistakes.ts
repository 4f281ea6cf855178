import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedTerminalRequest } from '@svc-simulator/contract';
import { decodePercent } from '@svc-simulator/core';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import { bodyGuesses, keyGuesses, MAX_SEARCHED_BYTES } from '@svc-simulator/webhooks/mistake-search.ts';

type TerminalMistake = Message<KeyOf<'word.terminal_mistake'>>;

/**
 * A variant of one part of the signed text, with the mistake that produces it. The correct variant has no
 * mistake.
 */
interface Candidate<Value> {
  readonly value: Value;
  readonly mistake?: TerminalMistake;
}

export interface RefusedTerminalRequest extends SignedTerminalRequest {
  readonly signature: string;
  readonly method: string;
  /** Schemes and hosts that the terminal might have used, such as `https://pay.example`. */
  readonly origins: readonly string[];
}

/**
 * Finds the mistakes that explain the signature (contract section 13); undefined if no known mistake does.
 * The result reveals nothing, because only a holder of the key can sign.
 */
export function findTerminalMistakes(
  request: RefusedTerminalRequest,
): readonly TerminalMistake[] | undefined {
  const { signature, secretKey, ...parts } = request;
  const decodedSignature = decodeSignature(signature);
  if (!decodedSignature || parts.url.length + Buffer.byteLength(parts.body) > MAX_SEARCHED_BYTES)
    return undefined;
  const texts = [...candidateTexts(parts)];
  const [correctText] = texts;
  for (const [index, key] of candidateKeys(secretKey).entries()) {
    const textsToTry = index === 0 ? texts : correctText ? [correctText] : [];
    const text = textsToTry.find(({ value }) =>
      timingSafeEqual(createHmac('sha256', key.value).update(value).digest(), decodedSignature.value),
    );
    if (text) return [key, text, decodedSignature].flatMap(({ mistake }) => mistake ?? []);
  }
  return undefined;
}

/** Returns undefined if the text can't be an HMAC-SHA256. */
function decodeSignature(signature: string): Candidate<Buffer> | undefined {
  const [, prefix = '', digits = ''] = /^(sha256=|v1=|hmac )?(.*)$/is.exec(signature.trim()) ?? [];
  const wrongPrefix = prefix && { mistake: message('word.terminal_mistake.prefix', { prefix }) };
  if (isHex(digits)) return { value: Buffer.from(digits, 'hex'), ...wrongPrefix };
  const decodedBytes = Buffer.from(digits, 'base64');
  if (decodedBytes.length === 32)
    return { value: decodedBytes, mistake: message('word.terminal_mistake.base64') };
  const text = decodedBytes.toString('latin1');
  if (!isHex(text)) return undefined;
  return { value: Buffer.from(text, 'hex'), mistake: message('word.terminal_mistake.base64') };
}

function isHex(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

function candidateKeys(secretKey: string): readonly Candidate<string | Uint8Array>[] {
  const guesses = keyGuesses(secretKey, {})
    // Anyone can sign with an empty key, so naming that mistake would reveal which terminals exist.
    .filter(({ mistake }) => mistake === 'secret_changed')
    .map(({ value, detail }) => ({
      value,
      mistake: message(`word.terminal_mistake.key_${isEncoding(detail) ? 'bytes' : 'changed'}`),
    }));
  const changedKeys = [secretKey.toUpperCase(), `${secretKey}\r\n`];
  return [
    { value: secretKey },
    ...guesses,
    ...changedKeys.map((value) => ({ value, mistake: message('word.terminal_mistake.key_changed') })),
  ];
}

function isEncoding(detail: string | undefined): boolean {
  return detail === 'hex' || detail === 'base64';
}

type SignedParts = Omit<RefusedTerminalRequest, 'signature' | 'secretKey'>;

/** Yields candidates for the signed text: the correct one first, then texts with one mistake each. */
function* candidateTexts({
  body,
  timestamp,
  url,
  method,
  origins,
}: SignedParts): Generator<Candidate<Buffer>> {
  const rawBody = Buffer.from(body);
  const joinParts = (parts: readonly (string | Uint8Array)[], separator = '\n') =>
    Buffer.concat(
      parts
        .flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
        .map((part) => Buffer.from(part)),
    );
  const withMistake = (mistake: TerminalMistake, ...parts: readonly (string | Uint8Array)[]) => ({
    value: joinParts(parts),
    mistake,
  });
  yield { value: joinParts([rawBody, timestamp, url]) };
  const [path = '', query] = url.split('?');
  for (const origin of origins)
    yield withMistake(message('word.terminal_mistake.whole_url'), rawBody, timestamp, origin + url);
  if (query !== undefined)
    yield withMistake(message('word.terminal_mistake.no_query'), rawBody, timestamp, path);
  for (const variant of [decodePercent(url), `${url}/`, url.slice(1), url.replace('/api/v1', '')])
    yield withMistake(message('word.terminal_mistake.other_path'), rawBody, timestamp, variant);
  for (const separator of ['\r\n', '\\n', '', '.', ' ', '|', ':'])
    yield {
      value: joinParts([rawBody, timestamp, url], separator),
      mistake: message('word.terminal_mistake.separator', { separator: JSON.stringify(separator) }),
    };
  for (const end of ['\n', '\r\n'])
    yield withMistake(message('word.terminal_mistake.line_at_end'), rawBody, timestamp, url + end);
  for (const parts of [
    [timestamp, rawBody, url],
    [url, timestamp, rawBody],
    [timestamp, url, rawBody],
    [rawBody, url, timestamp],
  ])
    yield withMistake(message('word.terminal_mistake.order'), ...parts);
  for (const parts of [
    [method, rawBody, timestamp, url],
    [rawBody, timestamp, method, url],
    [rawBody, timestamp, `${method} ${url}`],
  ])
    yield withMistake(message('word.terminal_mistake.method'), ...parts);
  for (const parts of [[rawBody], [rawBody, timestamp], [timestamp, url]])
    yield withMistake(message('word.terminal_mistake.part_missing'), ...parts);
  for (const { value, mistake, detail } of bodyGuesses(rawBody))
    if (mistake) {
      const otherBody = message('word.terminal_mistake.other_body', { form: String(detail) });
      yield withMistake(otherBody, value, timestamp, url);
    }
  const ms = Date.parse(timestamp);
  if (!Number.isNaN(ms))
    for (const variant of [
      `${ms}`,
      `${Math.floor(ms / 1000)}`,
      new Date(ms).toISOString(),
      timestamp.replace(/\.\d+/, ''),
    ])
      yield withMistake(message('word.terminal_mistake.other_timestamp'), rawBody, variant, url);
}
