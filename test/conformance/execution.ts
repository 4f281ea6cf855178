import { membersOf, type Operation, pathOf as stepsOf } from '@svc-simulator/contract';
import type {
  AtOnceStep,
  Call,
  Case,
  LaterStep,
  ReceivedStep,
  RelayStep,
  Step,
  Verdict,
  WebhookStep,
} from './case.ts';
import { type Answer, type Difference, differencesOf, type Expected, type Schema } from './comparator.ts';
import { declaredAnswer, definitions, operationOf } from './contract-answers.ts';
import type { Exchange } from './exchange.ts';
import type { Received, Receiver } from './receiver.ts';
import type { Relays } from './relays.ts';
import { curlOf, requestOf } from './request.ts';
import { type Scope, schemaOf, textOf } from './scope.ts';
import { webhookSignature } from './signatures.ts';

/** What the steps of one case work with. */
export interface Stage {
  readonly baseUrl: string;
  readonly exchange: Exchange;
  readonly scope: Scope;
  readonly receiver: Receiver;
  readonly relays: Relays;
  /** The name of this case's receiver. */
  readonly name: string;
  /** How long a webhook may take, in ms. */
  readonly deadlineMs: number;
  /** Whether `later` may move the account's clock. */
  readonly movesClock: boolean;
  now(): number;
}

interface Seen {
  readonly differences: readonly Difference[];
  readonly curl: string;
}

/** Takes the steps of a case one after the other, up to the first that goes otherwise than expected. */
export async function perform({ steps }: Pick<Case, 'steps'>, stage: Stage): Promise<Verdict> {
  let curl = '';
  let waitedMs = 0;
  for (const [at, step] of steps.entries()) {
    if ('laterMs' in step && (step.laterMs === 0 || !stage.movesClock)) {
      waitedMs += step.laterMs;
      continue;
    }
    const seen = await take(step, { ...stage, deadlineMs: stage.deadlineMs + waitedMs });
    // What a webhook shows comes of the request before it.
    curl = seen.curl === '' ? curl : seen.curl;
    if (seen.differences.length > 0)
      return {
        verdict: 'differs',
        differences: seen.differences,
        step: at + 1,
        curl: hidden(curl, stage.scope),
      };
  }
  return { verdict: 'matches' };
}

function take(step: Step, stage: Stage): Promise<Seen> {
  if ('webhook' in step) return awaited(step, stage);
  if ('received' in step) return counted(step, stage);
  if ('laterMs' in step) return advanced(step, stage);
  if ('relay' in step) return connected(step, stage);
  if ('atOnce' in step) return together(step, stage);
  return called(step, stage);
}

async function called(call: Call, stage: Stage): Promise<Seen> {
  const { request, operation, answer } = await sent(call, stage);
  const differences = judged(call, operation, answer, stage.scope);
  if (differences.length === 0) keep(call.keep, answer, stage.scope);
  return { differences, curl: curlOf(request) };
}

async function sent(call: Call, { baseUrl, exchange, scope, now }: Stage) {
  const operation = operationOf(call.call);
  const request = requestOf(call, operation, { baseUrl, scope, nowMs: now() });
  return { request, operation, answer: await exchange(request) };
}

function judged(call: Call, operation: Operation, answer: Answer, scope: Scope): Difference[] {
  const { faults, pointsAt, status } = call.want;
  const all = differencesOf(expectedOf(call, operation, scope), answer, definitions());
  // The body of a problem says its status again.
  const found = all.filter(({ at }) => at !== 'body /status' || answer.status === status);
  if ((!faults && pointsAt === undefined) || found.length > 0) return found;
  const { errors } = membersOf(answer.body);
  const pointers = Array.isArray(errors) ? errors.map((fault) => String(membersOf(fault).pointer)) : [];
  const told = [...new Set(pointers)].sort();
  const wanted = faults ? [...faults].sort() : [pointsAt];
  const seen = {
    status,
    headers: {},
    body: { errors: faults ? told : told.filter((one) => one === pointsAt) },
  };
  return differencesOf({ status, body: schemaOf({ errors: wanted }, scope) }, seen);
}

/** The envelope that the specification wants of every answer, and what the case wants beyond. */
function expectedOf({ want, headers: sent }: Call, operation: Operation, scope: Scope): Expected {
  const { status, data, body, declared, withinMs } = want;
  const parts: Schema[] = [];
  const asksForJson = sent?.accept === undefined;
  if (asksForJson && isJson(operation, status))
    parts.push(status < 400 ? success(operation) : problem(status));
  if (data !== undefined) parts.push(schemaOf({ data }, scope));
  if (body !== undefined) parts.push(schemaOf(body, scope));
  const contract = declared && declaredAnswer(operation, status);
  if (contract) parts.push(contract);
  const headers = Object.entries(want.headers ?? {}).map(([name, pattern]) => [
    name,
    pattern === null ? null : schemaOf(pattern, scope),
  ]);
  return {
    status,
    headers: Object.fromEntries(headers),
    ...(withinMs !== undefined && { withinMs }),
    ...(parts.length > 0 && { body: { allOf: parts } }),
  };
}

function isJson({ media, data }: Operation, status: number): boolean {
  return (
    status === 413 ||
    (media === undefined ? data !== undefined || status >= 400 : media.includes('application/json'))
  );
}

function success({ bare }: Operation): Schema {
  if (bare) return { type: 'object' };
  return { type: 'object', required: ['title', 'data'], properties: { title: { type: 'string' } } };
}

function problem(status: number): Schema {
  return {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' }, status: { const: status } },
  };
}

/** Answers that come in any order: each is held against the expectation that it differs from least. */
async function together({ atOnce }: AtOnceStep, stage: Stage): Promise<Seen> {
  const all = await Promise.all(atOnce.map((call) => sent(call, stage)));
  const left = [...all];
  const differences: Difference[] = [];
  for (const call of atOnce) {
    const tried = left.map((one) => ({ one, found: judged(call, one.operation, one.answer, stage.scope) }));
    const best = tried.reduce((nearest, next) => (next.found.length < nearest.found.length ? next : nearest));
    left.splice(left.indexOf(best.one), 1);
    differences.push(...best.found);
    if (best.found.length === 0) keep(call.keep, best.one.answer, stage.scope);
  }
  return { differences, curl: all[0] ? curlOf(all[0].request) : '' };
}

async function awaited(step: WebhookStep, { receiver, name, scope, deadlineMs }: Stage): Promise<Seen> {
  const { webhook, attempt = 1, signed = 'timestamp' } = step;
  const session = textOf(step.session ?? '{session}', scope);
  const wanted = (all: readonly Received[]) =>
    all.filter((one) => one.event === webhook && one.session === session)[attempt - 1];
  const found = await receiver.await(name, wanted, deadlineMs);
  if (!found) {
    const got =
      receiver
        .of(name)
        .map(({ event }) => event)
        .join(', ') || `nothing`;
    return { differences: [{ at: 'webhook', wanted: `${webhook}, attempt ${attempt}`, got }], curl: '' };
  }
  const timestamp = found.headers['svc-timestamp'] ?? '';
  const secret = String(scope.get('webhookSecret'));
  const signature = webhookSignature(signed, { secret, timestamp, body: found.bytes });
  const answer = { status: 0, headers: found.headers, body: found.body };
  const headers = Object.entries({
    'content-type': { $: { pattern: '^application/json' } },
    'svc-signature': signature,
    'svc-timestamp': { $: { format: 'date-time' } },
    'idempotency-key': { $: { format: 'uuid' } },
    ...step.headers,
  }).map(([header, pattern]) => [header, pattern === null ? null : schemaOf(pattern, scope)]);
  const expected = {
    status: 0,
    headers: Object.fromEntries(headers),
    body: { allOf: [{ $ref: 'WebhookBody' }, schemaOf(step.body ?? {}, scope)] },
  };
  const differences = differencesOf(expected, answer, definitions());
  if (differences.length === 0) keep({ ...step.keep }, answer, scope);
  scope.set('webhook', found.bytes.toString('utf8'));
  return { differences: differences.map((one) => ({ ...one, at: `webhook ${one.at}` })), curl: '' };
}

async function counted({ received, session }: ReceivedStep, { receiver, name, scope }: Stage): Promise<Seen> {
  const of = textOf(session ?? '{session}', scope);
  const events = receiver
    .of(name)
    .filter((one) => one.session === of)
    .map(({ event }) => event);
  const answer = { status: 0, headers: {}, body: events };
  const differences = differencesOf({ status: 0, body: schemaOf(received, scope) }, answer);
  return {
    differences: differences.map((one) => ({ ...one, at: one.at.replace('body', 'webhooks') })),
    curl: '',
  };
}

async function connected({ relay }: RelayStep, { relays, scope }: Stage): Promise<Seen> {
  const since = relay === '' ? undefined : Number(textOf(relay, scope));
  const got = await relays.open(String(scope.get('token')), since);
  return { differences: got === 'connected' ? [] : [{ at: 'relay', wanted: `connected`, got }], curl: '' };
}

/** Advancing answers when what came due has happened, webhooks included. */
async function advanced({ laterMs }: LaterStep, stage: Stage): Promise<Seen> {
  return called(
    {
      call: 'advanceClock',
      body: { ms: laterMs },
      want: { status: 200 },
    },
    stage,
  );
}

function keep(names: Readonly<Record<string, string>> = {}, { headers, body }: Answer, scope: Scope): void {
  for (const [name, where] of Object.entries(names)) {
    const header = /^header (.+)$/.exec(where)?.[1];
    scope.set(name, header === undefined ? valueAt(body, where) : headers[header]);
  }
}

function valueAt(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce((inner: unknown, step) => membersOf(inner)[step], value);
}

/** What opens something, and the variable that has it: of those that the user names, the same. */
const variables = {
  token: 'SIM_TOKEN',
  consoleToken: 'SIM_CONSOLE_TOKEN',
  webhookSecret: 'SIM_WEBHOOK_SECRET',
  password: 'SIM_PASSWORD',
  merchantToken: 'MERCHANT_TOKEN',
  refreshToken: 'REFRESH_TOKEN',
  'other.token': 'SIM_OTHER_TOKEN',
  'other.consoleToken': 'OTHER_CONSOLE_TOKEN',
};

/** A curl without passwords, secrets and tokens, which are variables of the shell. */
function hidden(curl: string, scope: Scope): string {
  const masked = Object.entries(variables).reduce((text, [name, variable]) => {
    const value = scope.get(name);
    return typeof value === 'string' && value !== '' ? text.replaceAll(value, `'"$${variable}"'`) : text;
  }, curl);
  return masked.replace(
    /'authorization: Bearer '("\$\w+")''/,
    (_, name: string) => `"authorization: Bearer ${name.slice(1)}`,
  );
}
