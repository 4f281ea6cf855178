import { callLogLimits, type Refusal, type TraineeTrouble } from '@svc-simulator/contract';
import { accountTime, GAVE_UP, isoOf } from '@svc-simulator/core';
import { type Message, message, messageText } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Call } from '../calls/call-log.ts';
import { adviceOn } from '../calls/present-call.ts';
import type { Runtime } from '../runtime.ts';
import type { Trainee } from './class-service.ts';

/**
 * Returns a trainee's failures. `stuck_because` is the kind of the latest failure since `progressedAt`,
 * unless a later success has resolved it.
 */
export async function troubleOf(
  { store, calls }: Pick<Runtime, 'store' | 'calls'>,
  { accountId, member: { failedLogins } }: Pick<Trainee, 'accountId' | 'member'>,
  progressedAt: number,
  t: Texts,
): Promise<TraineeTrouble> {
  const [account, abandonedDeliveries, latestDeliveries] = await Promise.all([
    store.get('account', accountId),
    store.list('delivery', accountId, { tag: GAVE_UP, limit: 1 }),
    store.list('delivery', accountId, { limit: 1 }),
  ]);
  const loggedCalls = calls.page(accountId, {
    order: 'desc',
    limit: callLogLimits.calls,
    maxBytes: Number.POSITIVE_INFINITY,
  }).items;
  const refusedCalls = loggedCalls.filter(({ status }) => status >= 400);
  const refusedCall = refusedCalls[0];
  const abandonedDelivery = abandonedDeliveries.items[0];
  const latestDelivery = latestDeliveries.items[0];
  const isCallResolved = loggedCalls.some(
    ({ id, status, operation }) =>
      refusedCall && id > refusedCall.id && status < 400 && operation === refusedCall.operation,
  );
  const failures = [
    {
      kind: 'call',
      at: refusedCall && !isCallResolved && accountTime(account?.clock, refusedCall.receivedAt),
    },
    { kind: 'webhook', at: latestDelivery?.state !== 'delivered' && abandonedDelivery?.updatedAt },
    // A successful login deletes `failedLogins`, so a failure that is still stored is unresolved.
    { kind: 'login', at: failedLogins && accountTime(account?.clock, failedLogins.lastAt) },
  ] as const;
  const currentFailure = failures
    .flatMap(({ kind, at }) => (at && at >= progressedAt ? [{ kind, at }] : []))
    .toSorted((a, b) => b.at - a.at)[0];
  return {
    refused_calls: refusedCalls.length,
    last_refused: refusedCall ? refusedCallData(refusedCall, t) : null,
    last_given_up: abandonedDelivery
      ? {
          at: isoOf(abandonedDelivery.updatedAt),
          event: abandonedDelivery.event,
          status: abandonedDelivery.last?.status ?? null,
          error: abandonedDelivery.last?.error ?? null,
          cause: abandonedDelivery.last?.cause ?? null,
        }
      : null,
    failed_logins: failedLogins?.count ?? 0,
    last_failed_login: failedLogins ? isoOf(failedLogins.lastAt) : null,
    stuck_because: currentFailure?.kind ?? null,
  };
}

function refusedCallData(call: Call, t: Texts) {
  const { receivedAt, method, operation = null, status, refusal } = call;
  return { at: isoOf(receivedAt), method, operation, status, cause: refusalCause(call, refusal, t) };
}

const MAX_REFUSAL_CAUSES = 3;
/**
 * Names of message parameters that contain only numbers or words of the contract. The trainer must not see
 * other parameters, which can contain data that the trainee sent.
 */
const safeParameters = ['max', 'min', 'limit', 'values', 'wanted', 'count', 'whole', 'leg'];

function refusalCause(call: Call, refusal: Refusal | undefined, t: Texts): string {
  const causes = (refusal?.errors ?? []).flatMap(({ pointer, code, params = {} }) => {
    if (!/^[\w/]{0,80}$/.test(pointer)) return [];
    return [`${pointer} ${areSafe(params) ? messageText(t, { code, params }) : '…'}`];
  });
  if (causes.length > 0)
    return [
      ...causes.slice(0, MAX_REFUSAL_CAUSES),
      ...(causes.length > MAX_REFUSAL_CAUSES ? ['…'] : []),
    ].join('; ');
  const advice = adviceOn(call).map((key) => t(key));
  const detail = refusal && (areSafe(refusal.params ?? {}) ? refusal : message(refusal.title));
  return [...(detail ? [messageText(t, detail).replace(/\.$/, '')] : []), ...advice].join('. ');
}

/** Returns true if all parameters are safe, including those of nested messages. */
function areSafe(params: NonNullable<Message['params']>): boolean {
  return Object.entries(params).every(
    ([name, value]) =>
      safeParameters.includes(name) ||
      (typeof value === 'object' && [value].flat().every((part) => areSafe(part.params ?? {}))),
  );
}
