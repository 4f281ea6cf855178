import { accept, faultsOf, type Operation, type Outcome, type Refusal } from '@svc-simulator/contract';
import { type AccountRecord, accountTime } from '@svc-simulator/core';
import type { Context, Hono } from 'hono';
import type { Metrics } from '../operations/metrics.ts';
import type { Runtime } from '../runtime.ts';
import { InvalidCursorError, StoreUnavailableError } from '../store/store.ts';
import type { Admission } from './admission.ts';
import type { Answer, Call, Caller, Commit, Rendered, Reply, Route } from './call.ts';
import type { Callers } from './callers.ts';
import { authenticate } from './credentials.ts';
import { problemResponse, renderReply, successResponse } from './envelope.ts';
import { withReplay } from './idempotency.ts';
import { brokenInside, invalid, methodNotAllowed, unavailable } from './refusals.ts';
import { isJsonType, parseJson, readBytes, readText } from './request-body.ts';
import type { Throttle } from './throttle.ts';

/** What stands between a request and its handler, shared by all routes. */
export interface Doors {
  readonly throttle: Throttle;
  readonly callers: Callers;
  readonly admission: Admission;
  readonly metrics: Metrics;
}

/** Paths of OpenAPI (`{id}`) as hono writes them (`:id`). */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * Puts every route on the app, and 405 with `Allow` on the paths' other methods. The order of checks is the
 * contract's (section 9): 401, 403, 429, 413/415, 400, then what the handler decides.
 */
export function mount(app: Hono, runtime: Runtime, doors: Doors, routes: readonly Route[]): void {
  const allowed = new Map<string, { methods: Set<string>; family: Operation['family'] }>();
  for (const { operation, handler } of routes) {
    const meter = doors.metrics.requestsOf(operation.id);
    const serve = async (c: Context) => {
      const beganMs = meter.durations.begin();
      const response = await answer(c, runtime, doors, { operation, handler });
      meter.add(response.status, beganMs);
      return response;
    };
    for (const path of [operation.path, ...(operation.aliases ?? []).map((alias) => alias.path)].map(
      honoPath,
    )) {
      app.on(operation.method, path, serve);
      const entry = allowed.get(path) ?? { methods: new Set<string>(), family: operation.family };
      entry.methods.add(operation.method);
      if (operation.method === 'GET') entry.methods.add('HEAD');
      allowed.set(path, entry);
    }
  }
  for (const [path, { methods, family }] of allowed) {
    app.all(path, (c) => {
      const { refusal } = methodNotAllowed(c.req.method, [...methods].join(', '));
      doors.metrics.requestsOf('none').add(refusal.status);
      return problemResponse(family, runtime.random.uuid(), refusal);
    });
  }
}

async function answer(c: Context, runtime: Runtime, doors: Doors, route: Route): Promise<Response> {
  const { throttle, callers, admission } = doors;
  const { operation } = route;
  const requestId = runtime.random.uuid();
  let limits: Readonly<Record<string, string>> | undefined;
  const problem = (refusal: Refusal) => problemResponse(operation.family, requestId, refusal, limits);
  try {
    let account: AccountRecord | undefined;
    if (operation.auth === 'api' || operation.auth === 'console') {
      const found = await authenticate(runtime.store, operation.auth, c.req.header('authorization'));
      if (!found.ok) return problem(found.refusal);
      account = found.value;
    }
    const machineMs = runtime.clock.now();
    let caller: Caller | undefined;
    if (operation.auth === 'merchant' || operation.auth === 'terminal') {
      const found = await callers.identify(operation.auth, c, machineMs);
      if (!found.ok) return problem(found.refusal);
      caller = found.value;
      account = caller.account;
    }
    const now = accountTime(account?.clock, machineMs);
    if (account && operation.family === 'session') {
      const counted = throttle.count(account, now);
      const verdict = counted instanceof Promise ? await counted : counted;
      limits = verdict?.headers;
      if (verdict && !verdict.passed) return problem(throttled(account));
    }
    const full = account && admission.streams.refusalOf(c.req.header('accept'), account.id);
    if (full) return problem(full);
    const attempt = operation.attempt && admission.attempt(operation.attempt.kind, c, machineMs);
    if (attempt?.refusal) return problem(attempt.refusal);
    const body = await readBody(c, operation, caller?.bytes);
    if (!body.ok) return problem(body.refusal);
    const tooOften = attempt?.named(nameOf(operation, body.value.data));
    if (tooOften) return problem(tooOften);
    const query = operation.query ? operation.query().safeParse(c.req.query()) : undefined;
    if (query && !query.success) return problem(invalid(faultsOf(query.error)).refusal);
    const call: Call = {
      params: c.req.param(),
      query: query?.data as never,
      body: body.value.data as never,
      account: account as never,
      merchant: caller?.merchant as never,
      terminal: caller?.terminal as never,
      now,
      header: (name) => c.req.header(name),
      headers: () => c.req.header(),
      bytes: async () => body.value.bytes ?? new Uint8Array(),
    };
    const answered = await route.handler(call);
    if (answered instanceof Response) {
      if (account) admission.holdStream(answered, account.id, c);
      answered.headers.set('x-request-id', requestId);
      return answered;
    }
    const rendered = await settle(answered, c, runtime, operation, account, body.value.text, now);
    attempt?.ended(!('refusal' in rendered));
    if ('refusal' in rendered) return problem(rendered.refusal);
    const headers = rendered.replayed ? { ...limits, 'idempotent-replayed': 'true' } : limits;
    return successResponse(operation, requestId, rendered.status, rendered.text, headers);
  } catch (error) {
    if (error instanceof InvalidCursorError) {
      return problem(invalid([{ pointer: '/cursor', detail: error.message }]).refusal);
    }
    if (error instanceof StoreUnavailableError) {
      runtime.log('error', 'the store could not write', { requestId, cause: String(error.cause ?? error) });
      return problem(unavailable().refusal);
    }
    const stack = error instanceof Error ? error.stack : String(error);
    runtime.log('error', `${operation.id} failed`, { requestId, stack });
    return problem(brokenInside().refusal);
  }
}

/** For whom an attempt is. */
function nameOf({ attempt }: Operation, body: unknown): string {
  return attempt ? String((body as Record<string, unknown>)[attempt.name]) : '';
}

interface Body {
  readonly data: unknown;
  readonly text: string;
  readonly bytes?: Uint8Array;
}

/** Reads what the operation wants: validated JSON, any bytes, or nothing. `read` is what authentication has read already. */
async function readBody(c: Context, operation: Operation, read?: Uint8Array): Promise<Outcome<Body>> {
  if (operation.method === 'GET') return { ok: true, value: { data: undefined, text: '' } };
  if (!operation.body) {
    const bytes = read ? accept(read) : await readBytes(c.req.raw);
    return bytes.ok ? { ok: true, value: { data: undefined, text: '', bytes: bytes.value } } : bytes;
  }
  const text = read ? accept(Buffer.from(read).toString('utf8')) : await readText(c.req.raw);
  if (!text.ok) return text;
  if (operation.bodyOptional && text.value === '')
    return { ok: true, value: { data: operation.body().parse({}), text: '' } };
  if (!isJsonType(c.req.header('content-type')))
    return { ok: false, refusal: notJson(c.req.header('content-type')) };
  const json = parseJson(text.value, operation.keepsNulls);
  if (!json.ok) return json;
  const parsed = operation.body().safeParse(json.value);
  if (!parsed.success) return invalid(faultsOf(parsed.error));
  return { ok: true, value: { data: parsed.data, text: text.value } };
}

async function settle(
  answered: Exclude<Answer, Response>,
  c: Context,
  runtime: Runtime,
  operation: Operation,
  account: AccountRecord | undefined,
  text: string,
  now: number,
): Promise<Rendered> {
  if ('decide' in answered) return commit(answered, c, runtime, operation, account, text, now);
  return render(operation, answered);
}

function render(operation: Operation, outcome: Outcome<Reply>): Rendered {
  if (!outcome.ok) return { refusal: outcome.refusal };
  const { value } = outcome;
  return { status: value.status ?? operation.status, text: renderReply(operation, value), replayed: false };
}

function commit(
  { scope, decide }: Commit,
  c: Context,
  runtime: Runtime,
  operation: Operation,
  account: AccountRecord | undefined,
  text: string,
  now: number,
): Promise<Rendered> {
  const rendering = {
    scope,
    decide: (view: Parameters<Commit['decide']>[0]) => {
      const change = decide(view);
      return { ...change, result: render(operation, change.result) };
    },
  };
  const key = operation.idempotent && account ? c.req.header('idempotency-key') : undefined;
  const final =
    key && account
      ? withReplay(rendering, { key, account, method: c.req.method, path: c.req.path, text, now })
      : rendering;
  return runtime.store.transact(final.scope, final.decide);
}

function throttled(account: AccountRecord): Refusal {
  return {
    status: 429,
    title: 'Too many requests',
    detail: `The account's throttle allows ${account.settings.throttle_per_minute} requests a minute; wait for Retry-After seconds, or set throttle_per_minute to null in PUT /console/settings.`,
  };
}

function notJson(contentType: string | undefined): Refusal {
  return {
    status: 415,
    title: 'Unsupported media type',
    detail: `This operation needs JSON: send "Content-Type: application/json"${contentType ? ` instead of "${contentType}"` : ''}.`,
  };
}
