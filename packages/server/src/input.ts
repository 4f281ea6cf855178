import type { HttpBindings } from '@hono/node-server';
import type { ToolKind } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord, TokenRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Attempt } from './http/limits/attempt-limits.ts';

/** The caller of an operation; empty if the operation requires no credential. */
export interface Principal {
  readonly account?: AccountRecord;
  readonly token?: TokenRecord;
  readonly merchant?: MerchantRecord;
  readonly terminal?: TerminalRecord;
  /**
   * Id of the API token with which the merchant's access token was created; undefined for a login with a
   * password.
   */
  readonly creatorTokenId?: string | undefined;
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
  /**
   * For `http`, middleware has already checked limits and input. For `page` and `agent`, `execute` checks
   * them.
   */
  readonly via: 'http' | 'page' | 'agent';
  readonly params: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly valid?: ValidInput | undefined;
  /** The simulator's tool that sent the call; undefined for a program. */
  readonly by: ToolKind | undefined;
  readonly client?: HttpBindings | undefined;
  readonly attempt?: Attempt | undefined;
  readonly idempotency?: IdempotencyKey | undefined;
  /** Arrival in milliseconds of the machine's clock. Default: now. */
  readonly receivedAt?: number;
  /** Maximum bytes of a list's page, for callers that show the list to people. */
  readonly maxPageBytes?: number;
  header(name: string): string | undefined;
  /** All request headers, with names in lower case. */
  headers(): Readonly<Record<string, string>>;
  bytes(): Uint8Array;
}

export interface InternalRequest {
  readonly params?: Input['params'] | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly by?: ToolKind;
  readonly client?: HttpBindings | undefined;
  readonly bytes?: Uint8Array;
  readonly contentType?: string | undefined;
  readonly token?: string | undefined;
  readonly lang?: Language;
  readonly accept?: string;
}

/** Maximum bytes of a list's page for people. Rendering more would block the event loop. */
const SHOWN_PAGE_BYTES = 2 ** 20;

export function createInternalInput(via: 'page' | 'agent', request: InternalRequest): Input {
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
    via,
    params,
    query,
    by,
    client,
    maxPageBytes: SHOWN_PAGE_BYTES,
    // Removes undefined members, as sending over HTTP would.
    body: JSON.parse(JSON.stringify(body)),
    header: (name) => headers[name],
    headers: () => headers,
    bytes: () => bytes ?? new Uint8Array(),
  };
}
