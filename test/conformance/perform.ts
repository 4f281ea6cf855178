import { membersOf, type Operation, splitPointer as stepsOf, webhookSchema } from '@svc-simulator/contract';
import { z } from 'zod';
import type {
  AtOnceStep,
  Call,
  Case,
  Pattern,
  ReceivedStep,
  RelayStep,
  Step,
  Verdict,
  WebhookStep,
} from './case.ts';
import { isDeclared } from './declared.ts';
import { type Difference, differencesOf, type Scope, textOf } from './judge.ts';
import { type Answer, curlOf, type Exchange, type Outgoing, requestOf, webhookSignature } from './request.ts';
import { operationOf } from './steps.ts';
import type { Received, Receiver, Relays } from './webhooks.ts';

/** The context of the steps of a case. */
export interface Stage {
  readonly baseUrl: string;
  readonly exchange: Exchange;
  readonly scope: Scope;
  readonly receiver: Receiver;
  readonly relays: Relays;
  /** Maximum wait for a webhook, in ms. */
  readonly deadlineMs: number;
  /** Id of the judged operation. Only its responses are compared with the contract's schema. */
  readonly operation: string;
  /** True if `laterMs` advances the account's clock; false if it waits in real time. */
  readonly movesClock: boolean;
}

interface Seen {
  readonly differences: readonly Difference[];
  readonly request?: Outgoing | undefined;
}

/** Performs the steps of a case in order, up to the first step that differs from its expectation. */
export async function perform({ steps, operation }: Case, stage: Omit<Stage, 'operation'>): Promise<Verdict> {
  let last: Outgoing | undefined;
  let { deadlineMs } = stage;
  for (const [at, step] of steps.entries()) {
    if ('needs' in step) continue;
    if ('laterMs' in step && !stage.movesClock) {
      deadlineMs += step.laterMs;
      continue;
    }
    const { differences, request } = await performStep(step, { ...stage, operation, deadlineMs });
    // If a webhook differs, the report shows the request before it.
    last = request ?? last;
    if (differences.length > 0)
      return { verdict: 'differs', differences, step: at + 1, curl: last ? curlOf(last, stage.scope) : '' };
  }
  return { verdict: 'matches' };
}

function performStep(step: Step, stage: Stage): Promise<Seen> | Seen {
  if ('call' in step) return performCall(step, stage);
  if ('webhook' in step) return awaitWebhook(step, stage);
  if ('received' in step) return countReceived(step, stage);
  if ('atOnce' in step) return performAtOnce(step, stage);
  if ('relay' in step) return connected(step, stage);
  // Advancing responds when all scheduled events, including webhooks, have happened.
  if ('laterMs' in step)
    return performCall({ call: 'advanceClock', body: { ms: step.laterMs }, want: { status: 200 } }, stage);
  return { differences: [] };
}

async function performCall(call: Call, stage: Stage): Promise<Seen> {
  const { request, answer } = await sendCall(call, stage);
  const differences = judgeAnswer(call, answer, stage);
  if (differences.length === 0) keepValues(call.keep, answer, stage.scope);
  return { differences, request };
}

async function sendCall(call: Call, { baseUrl, exchange, scope }: Stage) {
  const request = requestOf(call, operationOf(call.call), baseUrl, scope);
  return { request, answer: await exchange(request) };
}

/** Judges a response by the rules for every response, and by the expectation of the case. */
function judgeAnswer(
  { call, want, headers: sentHeaders, path, method }: Call,
  { status, headers, body }: Answer,
  { scope, operation }: Pick<Stage, 'scope' | 'operation'>,
): Difference[] {
  const { data, body: wantedBody, faults, pointsAt } = want;
  const got = status === 0 ? `no answer (${body})` : String(status);
  const differences: Difference[] =
    status === want.status ? [] : [{ at: 'status', wanted: String(want.status), got }];
  if (status === 0) return differences;
  const isOfProgram = sentHeaders?.accept === undefined && path === undefined && method === undefined;
  // A 431 is sent before the operation is known, so operations don't declare it.
  if (isOfProgram && status !== 431 && !isDeclared(operationOf(call), status, headers['content-type']))
    differences.push({
      at: 'status',
      wanted: 'what the document declares',
      got: `${got} ${headers['content-type']}`,
    });
  const parts: Pattern[] =
    sentHeaders?.accept === undefined ? envelopes(operationOf(call), status, call === operation) : [];
  if (data !== undefined) parts.push({ data });
  if (wantedBody !== undefined) parts.push(wantedBody);
  for (const part of parts) differences.push(...differencesOf(part, body, 'body', scope));
  differences.push(...headersDifferences(want.headers ?? {}, headers, scope));
  const { errors } = membersOf(body);
  const faultTexts = Array.isArray(errors)
    ? [...new Set(errors.map((fault) => String(membersOf(fault).pointer)))].sort()
    : [];
  if (faults) differences.push(...differencesOf([...faults].sort(), faultTexts, 'body /errors', scope));
  if (pointsAt !== undefined && !faultTexts.includes(pointsAt))
    differences.push({ at: 'body /errors', wanted: pointsAt, got: faultTexts.join(', ') || 'nothing' });
  return differences;
}

const envelope = z.looseObject({ title: z.string() });

/** Returns the patterns of a JSON response: its envelope and, if `wholeAnswer`, the contract's schema. */
function envelopes(
  { media, data, bare, flat, paged, counted, status: declaredStatus }: Operation,
  status: number,
  wholeAnswer: boolean,
): Pattern[] {
  const isJson =
    status === 413 ||
    (media === undefined ? data !== undefined || status >= 400 : media.includes('application/json'));
  if (!isJson) return [];
  if (status >= 400) return [envelope.extend({ status: z.literal(status).optional() })];
  const isDeclared = wholeAnswer && status === declaredStatus;
  const schema = (isDeclared && data?.()) || z.unknown();
  if (bare) return [schema];
  if (!wholeAnswer) return [envelope.extend({ data: schema })];
  const lists = {
    ...(paged && { next_cursor: z.string().nullable() }),
    ...(counted && { total: counted === 'asked' ? z.int().min(0).exactOptional() : z.int().min(0) }),
  };
  return [envelope.extend({ data: schema, ...lists }), ...(flat ? [schema] : [])];
}

function headersDifferences(
  expectation: Readonly<Record<string, Pattern>>,
  headers: Answer['headers'],
  scope: Scope,
): Difference[] {
  return Object.entries(expectation).flatMap(([name, pattern]) =>
    differencesOf(pattern, headers[name], `header ${name}`, scope),
  );
}

/**
 * Judges responses that come in any order: each is matched with the expectation from which it differs least.
 */
async function performAtOnce({ atOnce }: AtOnceStep, stage: Stage): Promise<Seen> {
  const left = await Promise.all(atOnce.map((call) => sendCall(call, stage)));
  const request = left[0]?.request;
  const differences = atOnce.flatMap((call) => {
    const attempts = left.map((one) => ({ one, found: judgeAnswer(call, one.answer, stage) }));
    const best = attempts.reduce((nearest, next) =>
      next.found.length < nearest.found.length ? next : nearest,
    );
    left.splice(left.indexOf(best.one), 1);
    if (best.found.length === 0) keepValues(call.keep, best.one.answer, stage.scope);
    return best.found;
  });
  return { differences, request };
}

async function awaitWebhook(step: WebhookStep, { receiver, scope, deadlineMs }: Stage): Promise<Seen> {
  const { webhook, attempt = 1, signed = 'timestamp' } = step;
  const name = String(scope.get('case'));
  const matching = (all: readonly Received[]) =>
    all.filter((one) => one.event === webhook && one.session === scope.get('session_id'))[attempt - 1];
  const matches = await receiver.await(name, matching, deadlineMs);
  if (!matches) {
    const events = receiver.of(name).map(({ event }) => event);
    return {
      differences: [
        { at: 'webhook', wanted: `${webhook}, attempt ${attempt}`, got: events.join(', ') || 'nothing' },
      ],
    };
  }
  const { bytes, headers, body } = matches;
  const signature = webhookSignature(
    signed,
    String(scope.get('webhookSecret')),
    headers['svc-timestamp'] ?? '',
    bytes,
  );
  const patterns = {
    'content-type': /^application\/json/,
    'svc-signature': signature,
    'svc-timestamp': z.iso.datetime({ offset: true }),
    'idempotency-key': z.uuid(),
    ...step.headers,
  };
  const differences = [
    ...headersDifferences(patterns, headers, scope),
    ...differencesOf(webhookSchema(), body, 'body', scope),
    ...differencesOf(step.body ?? {}, body, 'body', scope),
  ];
  if (differences.length === 0) keepValues(step.keep, matches, scope);
  return { differences: differences.map((one) => ({ ...one, at: `webhook ${one.at}` })) };
}

function countReceived(
  { received, session = '{session_id}' }: ReceivedStep,
  { receiver, scope }: Stage,
): Seen {
  const all = receiver.of(String(scope.get('case'))).filter((one) => one.session === textOf(session, scope));
  const events = all.map(({ event }) => event);
  return { differences: differencesOf(received, events, 'webhooks', scope) };
}

async function connected({ relay }: RelayStep, { relays, scope }: Stage): Promise<Seen> {
  const since = relay === '' ? undefined : Number(textOf(relay, scope));
  return {
    differences: differencesOf('connected', await relays.open(scope.get('token'), since), 'relay', scope),
  };
}

function keepValues(
  names: Call['keep'] = {},
  { headers, body }: Pick<Answer, 'headers' | 'body'>,
  scope: Scope,
): void {
  for (const [name, where] of Object.entries(names)) {
    const header = /^header (.+)$/.exec(where)?.[1];
    const value = stepsOf(where).reduce((inner: unknown, step) => membersOf(inner)[step], body);
    scope.set(name, header === undefined ? value : headers[header]);
  }
}
