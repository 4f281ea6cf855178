import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { signedAfterBody, terminalHeaders } from '@svc-simulator/contract/pos/terminal-device.ts';

const DEADLINE_MS = 8000;
/** From the page's own address, which may stand under a path of a proxy. */
const API = 'api/v1/pos-terminals/';

/** A request that got no answer in time, or the answer of a broken server: nobody knows what became of it. */
export class NoAnswer extends Error {}

/** A signed request that was refused: the terminal has lost its access. The message says why. */
export class Refused extends Error {}

export interface Answer<T = unknown> {
  readonly status: number;
  readonly data: T;
  /** Error of an unsuccessful response. */
  readonly detail: string | undefined;
}

/** A request of a terminal, which has a secret once it is paired. */
export interface Request {
  readonly serial: string;
  readonly secret?: string;
  readonly method: 'GET' | 'POST';
  /** Below the terminal's own. */
  readonly path: string;
  readonly body?: unknown;
}

export type Send = <T>(request: Request) => Promise<Answer<T>>;

/**
 * Sends the requests of terminals, signed where there is a secret, and notes each with its status, undefined where no answer came.
 * @throws NoAnswer, Refused
 */
export function sender(note: (method: string, url: string, status: number | undefined) => void): Send {
  return async ({ serial, secret, method, path, body }) => {
    // The signature covers the URL as the browser sends it.
    const { pathname, search } = new URL(API + encodeURIComponent(serial) + path, location.href);
    const url = pathname + search;
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    if (secret) {
      const timestamp = new Date().toISOString();
      headers[terminalHeaders.timestamp] = timestamp;
      headers[terminalHeaders.signature] = sign(secret, text + signedAfterBody({ timestamp, url }));
    }
    const request: RequestInit = { method, headers, cache: 'no-store', credentials: 'omit' };
    if (body !== undefined) request.body = text;
    const { status, json } = await exchange(url, request).catch((error) => {
      note(method, url, undefined);
      throw new NoAnswer(String(error));
    });
    note(method, url, status);
    if (status >= 500) throw new NoAnswer(json.detail);
    const detail = detailOf(json);
    if (status === 401 && secret) throw new Refused(detail);
    return { status, data: json.data, detail };
  };
}

async function exchange(url: string, request: RequestInit) {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(DEADLINE_MS) });
  return { status: answer.status, json: await answer.json() };
}

interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** Every fault of a refusal, in a line. */
function detailOf({ errors, detail, title }: Problem): string | undefined {
  return errors?.map((fault) => `${fault.pointer} ${fault.detail}`.trim()).join('; ') || detail || title;
}

/** HMAC-SHA256 in hexadecimal. Over plain http browsers have no WebCrypto (W3C, Secure Contexts, 3.1). */
export function sign(secret: string, text: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(text)));
}
