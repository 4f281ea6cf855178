import { isObject, type Operation, operations } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import { problemResponse, render } from '../http/envelope.ts';
import { reply } from '../http/reply.ts';
import type { Perform } from '../performer.ts';
import type { Runtime } from '../runtime.ts';
import type { KeptCall } from './call-log.ts';
import { keptOf } from './call-recorder.ts';

/** These end more than a button of one call should. */
const tooMuch: readonly string[] = ['resetAccount', 'loadSnapshot'];

/** A call that can be made again: its operation, what its path named, and its body. */
interface Repetition {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What it takes to make a call again; undefined of one that only looks, that a terminal signs, or whose body is not kept whole. */
export function repetitionOf({ operation: id, method, target, request }: KeptCall): Repetition | undefined {
  const operation = operations.find((known) => known.id === id);
  if (!operation || method === 'GET' || tooMuch.includes(operation.id)) return undefined;
  if (operation.auth !== 'api' && operation.auth !== 'merchant') return undefined;
  const params = paramsOf(operation, target);
  if (!params) return undefined;
  if (!operation.body) return { operation, params, body: {} };
  if (!request) return operation.bodyOptional && { operation, params, body: {} };
  if (request.text.length < request.characters) return undefined;
  try {
    return { operation, params, body: JSON.parse(request.text) };
  } catch {
    return undefined;
  }
}

/**
 * Makes a call of the log again as this account: with a good credential, no idempotency key, and a transaction under a new
 * `orderId`, which may be there once only. It joins the log; answers its id, undefined when it cannot be made again.
 */
export async function sendAgain(
  { runtime, perform }: { readonly runtime: Runtime; readonly perform: Perform },
  account: AccountRecord,
  call: KeptCall,
): Promise<number | undefined> {
  const repetition = repetitionOf(call);
  const { calls, clock, random, store } = runtime;
  if (!repetition) return undefined;
  const { operation, params } = repetition;
  const merchant = account.merchantId ? await store.get('merchant', account.merchantId) : undefined;
  if (operation.auth === 'merchant' && !merchant) return undefined;
  const body = withNewOrder(operation, repetition.body, random.uuid());
  const at = clock.now();
  const outcome = await perform(operation, { account, merchant, params, body });
  const requestId = random.uuid();
  const rendered = render(operation, outcome.ok ? reply(outcome.value) : outcome);
  const answer =
    'refusal' in rendered
      ? problemResponse(operation.family, requestId, rendered.refusal)
      : { status: rendered.status, content: rendered.text };
  return calls.add(account.id, {
    at,
    durationMs: clock.now() - at,
    method: operation.method,
    target: call.target,
    operation: operation.id,
    status: answer.status,
    requestId,
    idempotencyKey: undefined,
    userAgent: undefined,
    request: call.request && keptOf(JSON.stringify(body)),
    response: keptOf(answer.content),
  });
}

function withNewOrder({ id }: Operation, body: unknown, orderId: string): unknown {
  return id === 'createTransaction' && isObject(body) ? { ...body, orderId } : body;
}

/** What a path has where the operation's template has a name; undefined when it is no path of it. */
function paramsOf({ path, aliases = [] }: Operation, target: string): Record<string, string> | undefined {
  const steps = target.split('?')[0]?.split('/') ?? [];
  for (const template of [path, ...aliases.map((alias) => alias.path)]) {
    const names = template.split('/');
    const fits = names.every((name, at) => name.startsWith('{') || name === steps[at]);
    if (fits && names.length === steps.length)
      return Object.fromEntries(
        names.flatMap((name, at) => (name.startsWith('{') ? [[name.slice(1, -1), decoded(steps[at])]] : [])),
      );
  }
  return undefined;
}

function decoded(step = ''): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
