import { mapValues, type Operation, terminalHeaders } from '@svc-simulator/contract';
import type { Call, Caller } from './case.ts';
import { filled, type Scope, textOf } from './scope.ts';
import { terminalSignature } from './signatures.ts';

/** A request as it goes out. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Names under which an account's tokens stand in a scope. */
const tokens = { api: 'token', console: 'consoleToken', merchant: 'merchantToken' } as const;

/** The request of a call, with what the scope has. `nowMs`: what a terminal's clock shows, which is real time whatever the account's clock shows. */
export function requestOf(
  call: Call,
  operation: Operation,
  { baseUrl, scope, nowMs }: { readonly baseUrl: string; readonly scope: Scope; readonly nowMs: number },
): Outgoing {
  const method = call.method ?? operation.method;
  const path = textOf(call.path ?? pathOf(call, operation, scope), scope);
  const { body, type } = bodyOf(call, scope);
  const headers = {
    accept: 'application/json',
    ...(type !== undefined && { 'content-type': type }),
    ...credential(call, operation, { path, body: body ?? '', scope, nowMs }),
    ...mapValues(call.headers ?? {}, (value) => textOf(value, scope)),
  };
  return { method, url: `${baseUrl.replace(/\/+$/, '')}${path}`, headers, body };
}

function pathOf({ params = {}, query = {} }: Call, { path }: Operation, scope: Scope): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(params[name] ?? `{${name}}`, scope)),
  );
  const search = new URLSearchParams(mapValues(query, (value) => textOf(String(value), scope)));
  return search.size > 0 ? `${filledPath}?${search}` : filledPath;
}

function bodyOf(call: Call, scope: Scope): { readonly body?: string; readonly type?: string } {
  if (call.text !== undefined) {
    const type = call.type ?? 'application/json';
    return { body: textOf(call.text, scope), ...(type !== '' && { type }) };
  }
  if (call.form) {
    const fields = mapValues(call.form, (value) => textOf(value, scope));
    return { body: String(new URLSearchParams(fields)), type: 'application/x-www-form-urlencoded' };
  }
  if (call.body === undefined) return {};
  return { body: JSON.stringify(filled(call.body, scope)), type: call.type ?? 'application/json' };
}

interface Signed {
  readonly path: string;
  readonly body: string;
  readonly scope: Scope;
  readonly nowMs: number;
}

function credential(call: Call, { auth }: Operation, signed: Signed): Record<string, string> {
  const { as = 'own' } = call;
  if (as === 'nobody' || (auth === 'none' && as === 'own')) return {};
  if (auth === 'terminal' && as !== 'api' && as !== 'console' && as !== 'merchant')
    return signature(call, signed);
  return { authorization: `Bearer ${tokenOf(as, auth, signed.scope)}` };
}

function tokenOf(as: Caller, auth: Operation['auth'], scope: Scope): string {
  if (as === 'unknown') return 'unknown-token';
  const kind = as === 'own' || as === 'other' ? auth : as;
  const name = kind === 'api' || kind === 'console' || kind === 'merchant' ? tokens[kind] : tokens.api;
  return String(scope.get(as === 'other' ? `other.${name}` : name));
}

function signature({ as, signing = {} }: Call, { path, body, scope, nowMs }: Signed): Record<string, string> {
  const timestamp = new Date(nowMs - (signing.ageMs ?? 0)).toISOString();
  const key = as === 'unknown' ? 'unknown-key' : (signing.key ?? String(scope.get('secretKey')));
  const made = terminalSignature(key, {
    body: signing.body ?? body,
    timestamp,
    url: signing.url === undefined ? path : textOf(signing.url, scope),
  });
  return { [terminalHeaders.timestamp]: timestamp, [terminalHeaders.signature]: made };
}

/** The request as a shell can repeat it. */
export function curlOf({ method, url, headers, body }: Outgoing): string {
  const words = ['curl', '-i', '-X', method, quoted(url)];
  for (const [name, value] of Object.entries(headers)) words.push('-H', quoted(`${name}: ${value}`));
  if (body !== undefined) words.push('--data-raw', quoted(body));
  return words.join(' ');
}

/** In single quotes; a long run of one character is made by the shell. */
function quoted(text: string): string {
  const made = (run: string, one: string) => `'"$(printf '${one}%.0s' $(seq ${run.length}))"'`;
  return `'${text.replaceAll("'", "'\\''").replace(/(\w)\1{99,}/g, made)}'`;
}
