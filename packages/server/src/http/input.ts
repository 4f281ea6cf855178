import type { HttpBindings } from '@hono/node-server';
import type { Tool } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord, TokenRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Attempt } from './limits/attempt-limits.ts';

/** Who carries out an operation; nobody where it needs no credential. */
export interface Principal {
  readonly account?: AccountRecord;
  /** The stored token that it was authenticated by, if any. */
  readonly token?: TokenRecord;
  readonly merchant?: MerchantRecord;
  readonly terminal?: TerminalRecord;
  /** The id of the API token with which a merchant's access token was made, without the password. */
  readonly madeWith?: string | undefined;
}

/** Body and query as their schemas read them. */
export interface ValidInput {
  readonly body: unknown;
  readonly query: unknown;
}

/** An `Idempotency-Key` with the request that it came with. */
export interface IdempotencyKey {
  readonly accountId: string;
  readonly key: string;
  /** The same for the same request. */
  readonly fingerprint: string;
}

/** What an operation is carried out with. */
export interface Input {
  /** Where it comes from; it decides which limits are still to be checked. */
  readonly via: 'http' | 'page' | 'agent';
  readonly params: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Body and query, if they are validated already. */
  readonly valid?: ValidInput | undefined;
  /** The tool of ours that sent it; undefined: a program. */
  readonly by: Tool | undefined;
  /** The connection that it came by, which tells clients apart; absent where nobody's request led to it. */
  readonly client?: HttpBindings | undefined;
  /** The try of a password or a code that was counted before the body was read. */
  readonly attempt?: Attempt | undefined;
  readonly idempotency?: IdempotencyKey | undefined;
  /** The machine's time when it came; default: now. */
  readonly receivedAt?: number;
  /** Most bytes of a page of a list, for callers that show it to people. */
  readonly mostBytes?: number;
  /** A request header, or undefined. */
  header(name: string): string | undefined;
  /** All request headers, names in lower case. */
  headers(): Readonly<Record<string, string>>;
  /** The body's bytes, for operations that accept any content. */
  bytes(): Uint8Array;
}

/** What a page or an agent asks of an operation. */
export interface Asked {
  readonly params?: Input['params'] | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly by?: Tool;
  readonly client?: HttpBindings | undefined;
  /** Of operations that read the body by themselves. */
  readonly bytes?: Uint8Array;
  readonly contentType?: string | undefined;
  /** The token that it is asked with. */
  readonly token?: string | undefined;
  readonly lang?: Language;
  /** The media type of its answer, if that isn't JSON. */
  readonly accept?: string;
}

/** Renders more of each event or call than this at once would block everybody. */
const SHOWN_BYTES = 2 ** 20;

/** Makes the input of an operation that is carried out within the process. */
export function inputWithin(via: 'page' | 'agent', asked: Asked): Input {
  const { params = {}, query = {}, body = {}, by = 'tool', client, bytes, contentType, token, lang } = asked;
  const headers: Readonly<Record<string, string>> = {
    ...(lang && { 'accept-language': lang }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(asked.accept && { accept: asked.accept }),
    ...(contentType && { 'content-type': contentType }),
  };
  return {
    ...{ via, params, query, by, client, mostBytes: SHOWN_BYTES },
    // As it would come over the wire: undefined members are absent.
    body: JSON.parse(JSON.stringify(body)),
    header: (name) => headers[name],
    headers: () => headers,
    bytes: () => bytes ?? new Uint8Array(),
  };
}
