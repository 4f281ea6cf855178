import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { mapValues, membersOf, type Operation, terminalHeaders } from '@svc-simulator/contract';
import type { Call } from './case.ts';
import { fillNames, type Scope, textOf } from './judge.ts';

/** A request before it is sent. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * A response; `body` is parsed JSON or text. Status 0 means that no response came, and `body` has the reason.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

/** Names of an account's credentials in a scope, with the shell variables for them. */
const credentials = {
  api: ['token', 'SIM_TOKEN'],
  console: ['consoleToken', 'SIM_CONSOLE_TOKEN'],
  merchant: ['merchantToken', 'MERCHANT_TOKEN'],
  refresh: ['refreshToken', 'REFRESH_TOKEN'],
  secret: ['webhookSecret', 'SIM_WEBHOOK_SECRET'],
  password: ['password', 'SIM_PASSWORD'],
  other: ['other.token', 'SIM_OTHER_TOKEN'],
} as const;

/** Returns the scope name of a call's credential; null if the call is signed or has no credential. */
export function credentialOf({ as = 'own' }: Call, { auth }: Operation): string | null {
  const kind = as === 'own' || as === 'other' ? auth : as === 'other-merchant' ? 'merchant' : as;
  if (
    kind === 'nobody' ||
    kind === 'none' ||
    kind === 'operator' ||
    kind === 'terminal' ||
    (kind === 'unknown' && auth === 'terminal')
  )
    return null;
  const name = kind === 'unknown' ? kind : credentials[kind][0];
  return as.startsWith('other') ? `other.${name}` : name;
}

/**
 * Builds the request of a call with the scope's values. A terminal signs with real time, whatever the
 * account's clock shows.
 */
export function requestOf(call: Call, operation: Operation, baseUrl: string, scope: Scope): Outgoing {
  const path = textOf(call.path ?? pathOf(call, operation, scope), scope);
  const body = bodyOf(call, scope);
  const type = call.type ?? (call.form ? 'application/x-www-form-urlencoded' : 'application/json');
  const name = credentialOf(call, operation);
  const isSigned = name === null && operation.auth === 'terminal' && call.as !== 'nobody';
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': type }),
    ...(name !== null && { authorization: `Bearer ${scope.get(name) ?? 'unknown-token'}` }),
    ...(isSigned && signRequest(call, path, body ?? '', scope)),
    ...mapValues(call.headers ?? {}, (value) => textOf(value, scope)),
  };
  return { method: call.method ?? operation.method, url: `${baseUrl}${path}`, headers, body };
}

function pathOf({ params = {}, query = {} }: Call, { path }: Operation, scope: Scope): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(params[name] ?? `{${name === 'id' ? 'session_id' : name}}`, scope)),
  );
  const search = new URLSearchParams(mapValues(query, (value) => textOf(String(value), scope)));
  return search.size > 0 ? `${place}?${search}` : place;
}

function bodyOf({ text, form, body }: Call, scope: Scope): string | undefined {
  if (text !== undefined) return textOf(text, scope);
  if (form) return String(new URLSearchParams(mapValues(form, (value) => textOf(value, scope))));
  return body === undefined ? undefined : JSON.stringify(fillNames(body, scope));
}

/*
 * The suite implements the signatures on its own, from the specification: a fault in shared code would stay
 * hidden.
 */

/** Returns `x-pos-signature`: over body, line feed, timestamp, line feed, path, and query. */
function signRequest(
  { as, signing = {} }: Call,
  path: string,
  body: string,
  scope: Scope,
): Record<string, string> {
  const timestamp = new Date(Date.now() - (signing.ageMs ?? 0)).toISOString();
  const key = as === 'unknown' ? 'unknown-key' : (signing.key ?? String(scope.get('secret_key')));
  const url = signing.url === undefined ? path : textOf(signing.url, scope);
  const signature = createHmac('sha256', key)
    .update(`${signing.body ?? body}\n${timestamp}\n${url}`)
    .digest('hex');
  return { [terminalHeaders.timestamp]: timestamp, [terminalHeaders.signature]: signature };
}

/**
 * Returns `svc-signature` (specification, Webhook delivery). `timestamp` signs timestamp, dot and body;
 * `body` and `sha256` sign the body alone.
 */
export function webhookSignature(
  variant: 'timestamp' | 'body' | 'sha256',
  secret: string,
  timestamp: string,
  body: Buffer,
): string {
  const text = variant === 'timestamp' ? Buffer.concat([Buffer.from(`${timestamp}.`), body]) : body;
  const hex = createHmac('sha256', secret).update(text).digest('hex');
  return variant === 'sha256' ? `sha256=${hex}` : hex;
}

/** Returns the request as a shell command, with variables for passwords, secrets and tokens. */
export function curlOf({ method, url, headers, body }: Outgoing, scope: Scope): string {
  const words = ['curl', '-i', '-X', method, quoteShell(url)];
  for (const [name, value] of Object.entries(headers)) words.push('-H', quoteShell(`${name}: ${value}`));
  if (body !== undefined) words.push('--data-raw', quoteShell(body));
  return Object.values(credentials).reduce((text, [name, variable]) => {
    const value = scope.get(name);
    return typeof value === 'string' && value !== '' ? text.replaceAll(value, `'"$${variable}"'`) : text;
  }, words.join(' '));
}

/** Quotes a text for the shell. A long run of one character becomes a `printf` command. */
function quoteShell(text: string): string {
  const printfRun = (run: string, one: string) => `'"$(printf '${one}%.0s' $(seq ${run.length}))"'`;
  return `'${text.replaceAll("'", "'\\''").replace(/(\w)\1{99,}/g, printfRun)}'`;
}

const ANSWER_WITHIN_MS = 30_000;

/** Sends a request and reads its whole response; redirects are not followed. */
export type Exchange = (request: Outgoing) => Promise<Answer>;

/** Returns an exchange by `fetch` with at most `rate` requests per second; undefined means no limit. */
export function createExchange(rate: number | undefined): Exchange {
  let nextMs = 0;
  const turn = async () => {
    const atMs = Math.max(Date.now(), nextMs);
    nextMs = rate === undefined ? 0 : atMs + 1000 / rate;
    if (rate !== undefined) await setTimeout(atMs - Date.now());
  };
  const attempt = async (request: Outgoing, isFirst: boolean): Promise<Answer> => {
    await turn();
    const { url, method, headers, body = null } = request;
    try {
      return await Promise.race([
        fetchAnswer(url, { method, headers, body, redirect: 'manual' }),
        rejectAfterTimeout(),
      ]);
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      // The target can close an idle connection at the moment at which it is reused.
      if (isFirst && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(membersOf(cause).code)))
        return attempt(request, false);
      return { status: 0, headers: {}, body: String(cause) };
    }
  };
  return (request) => attempt(request, true);
}

async function fetchAnswer(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), body: parseJsonOrText(await textIn(response)) };
}

/** In Node, `fetch` sometimes never settles if its signal is aborted while a body is read. */
async function rejectAfterTimeout(): Promise<never> {
  await setTimeout(ANSWER_WITHIN_MS, undefined, { ref: false });
  throw new Error(`within ${ANSWER_WITHIN_MS} ms`);
}

/**
 * Returns the text of a response. A stream of events has no end, so only the part until the first event is
 * returned.
 */
async function textIn(response: Response): Promise<string> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (/^data:.*\n\n/m.test(text)) break;
  }
  return text;
}

/** Parses a text as JSON; returns the text if it isn't valid JSON. */
export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
