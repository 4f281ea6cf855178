import type { HttpBindings } from '@hono/node-server';
import type { Tool } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord, TokenRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Attempt } from './http/limits/attempt-limits.ts';

/** The caller of an operation; empty if it needs no credential. */
export interface Principal {
  readonly account?: AccountRecord;
  readonly token?: TokenRecord;
  readonly merchant?: MerchantRecord;
  readonly terminal?: TerminalRecord;
  /** The id of the API token that created the merchant's access token, if no password did. */
  readonly madeWith?: string | undefined;
}

export interface ValidInput {
  readonly body: unknown;
  readonly query: unknown;
}

export interface IdempotencyKey {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
}

export interface Input {
  /** The source of the call, which decides which limits remain to be checked. */
  readonly via: 'http' | 'page' | 'agent';
  readonly params: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly valid?: ValidInput | undefined;
  /** The simulator's tool that sent it; undefined for a program. */
  readonly by: Tool | undefined;
  readonly client?: HttpBindings | undefined;
  readonly attempt?: Attempt | undefined;
  readonly idempotency?: IdempotencyKey | undefined;
  /** Arrival by the machine's clock; default: now. */
  readonly receivedAt?: number;
  /** Maximum size of a list's page for callers that show it to people. */
  readonly mostBytes?: number;
  header(name: string): string | undefined;
  /** All request headers, names in lower case. */
  headers(): Readonly<Record<string, string>>;
  bytes(): Uint8Array;
}

export interface InternalRequest {
  readonly params?: Input['params'] | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly by?: Tool;
  readonly client?: HttpBindings | undefined;
  readonly bytes?: Uint8Array;
  readonly contentType?: string | undefined;
  readonly token?: string | undefined;
  readonly lang?: Language;
  readonly accept?: string;
}

/** Rendering more events or calls at once would block the event loop. */
const SHOWN_PAGE_BYTES = 2 ** 20;

export function inputWithin(via: 'page' | 'agent', request: InternalRequest): Input {
  const {
    params = {},
    query = {},
    body = {},
    by = 'tool',
    client,
    bytes,
    contentType,
    token,
    lang,
  } = request;
  const headers: Readonly<Record<string, string>> = {
    ...(lang && { 'accept-language': lang }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(request.accept && { accept: request.accept }),
    ...(contentType && { 'content-type': contentType }),
  };
  return {
    ...{ via, params, query, by, client, mostBytes: SHOWN_PAGE_BYTES },
    // Removes undefined members, as sending JSON over HTTP would.
    body: JSON.parse(JSON.stringify(body)),
    header: (name) => headers[name],
    headers: () => headers,
    bytes: () => bytes ?? new Uint8Array(),
  };
}
