import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ProblemEnvelope } from '@svc-simulator/contract';
import { signedAfterBody, terminalHeaders } from '@svc-simulator/contract/pos/terminal-device.ts';

const DEADLINE_MS = 8000;
/** Relative to the page's URL, because a proxy can serve the page below a path. */
const API_PATH = 'api/v1/pos-terminals/';

/**
 * Thrown after a timeout, a network error or a server error. The simulator might have executed the request.
 */
export class UnknownOutcomeError extends Error {}

/** Thrown if a signed request returns 401: the terminal has lost its access. The message has the reason. */
export class AccessLostError extends Error {}

export interface TerminalResponse<T = unknown> {
  readonly status: number;
  readonly data: T;
  /** Text of the error, if `status` is an error. */
  readonly detail: string | undefined;
}

export interface TerminalRequest {
  readonly serial: string;
  /** Undefined until the terminal is paired. */
  readonly secret?: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

export type SendTerminalRequest = <T>(request: TerminalRequest) => Promise<TerminalResponse<T>>;

/**
 * Returns a function that sends requests, and signs those with a secret. It reports each request to
 * `onRequest`, with the status undefined if there was no response.
 * @throws UnknownOutcomeError, AccessLostError
 */
export function createSender(
  onRequest: (method: string, url: string, status: number | undefined) => void,
  language: string,
): SendTerminalRequest {
  return async ({ serial, secret, method, path, body }) => {
    // Resolved as the browser resolves it, for example behind a proxy's path, because the signature covers
    // the URL that is sent.
    const { pathname, search } = new URL(API_PATH + encodeURIComponent(serial) + path, location.href);
    const url = pathname + search;
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers: Record<string, string> = {
      'accept-language': language,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    if (secret) {
      const timestamp = new Date().toISOString();
      headers[terminalHeaders.timestamp] = timestamp;
      headers[terminalHeaders.signature] = sign(secret, text + signedAfterBody({ timestamp, url }));
    }
    const request: RequestInit = { method, headers, cache: 'no-store', credentials: 'omit' };
    if (body !== undefined) request.body = text;
    const { status, json } = await fetchJson(url, request).catch((error) => {
      onRequest(method, url, undefined);
      throw new UnknownOutcomeError(String(error));
    });
    onRequest(method, url, status);
    if (status >= 500) throw new UnknownOutcomeError(json.detail);
    const detail = detailOf(json);
    if (status === 401 && secret) throw new AccessLostError(detail);
    return { status, data: json.data, detail };
  };
}

async function fetchJson(url: string, request: RequestInit) {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(DEADLINE_MS) });
  return { status: answer.status, json: await answer.json() };
}

function detailOf({ errors, detail, title }: Partial<ProblemEnvelope>): string | undefined {
  return errors?.map((fault) => `${fault.pointer} ${fault.detail}`.trim()).join('; ') || detail || title;
}

/** Signs with HMAC-SHA256. WebCrypto isn't used, because browsers disable it over plain HTTP. */
export function sign(secret: string, text: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(text)));
}
