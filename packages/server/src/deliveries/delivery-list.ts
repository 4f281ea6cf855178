import { type ByFilter, type DeliveryStateName, isWantedOf } from '@svc-simulator/contract';
import { type AccountClock, type DeliveryRecord, GAVE_UP, isoOf, machineTime } from '@svc-simulator/core';
import type { Page, Store } from '@svc-simulator/store/store.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import { isSoughtDelivery, type Sought } from '../lists/sought.ts';
import { deliveryData } from './resend.ts';
import { latestDeliveries, successorOf } from './undelivered.ts';

/** A delivery, and what became of its webhook after it. */
export interface ListedDelivery {
  readonly delivery: DeliveryRecord;
  readonly state: DeliveryStateName;
  /** The delivery that arrived in its place. */
  readonly healedBy: string | null;
}

export interface DeliveryFilter {
  readonly state?: DeliveryStateName | undefined;
  readonly sought?: Sought | undefined;
  readonly by?: ByFilter | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Deliveries of an account, of all its sessions, newest first.
 * @throws InvalidCursorError
 */
export async function deliveryPage(
  store: Pick<Store, 'list' | 'get'>,
  accountId: string,
  { state, sought, by = sought && 'all', limit, cursor }: DeliveryFilter,
): Promise<Page<ListedDelivery>> {
  const wasGivenUp = state === 'gave_up' || state === 'healed';
  const tag = wasGivenUp ? GAVE_UP : undefined;
  const query = { tag, limit, cursor, id: sought?.id };
  return filteredPage(store, ['delivery', accountId], query, async (records) => {
    const asked = records.map((record) => isWantedOf(record.by, by) && (wasGivenUp || isOf(record, state)));
    const found = sought
      ? await soughtAmong(
          store,
          records.filter((_, at) => asked[at]),
          sought,
        )
      : null;
    const near = records.map((record, at) => asked[at] && (found?.has(record) ?? true));
    const sessions = records.flatMap((record, at) =>
      near[at] && record.state === 'gave_up' ? [record.sessionId] : [],
    );
    const latest = await latestDeliveries(store, accountId, sessions);
    return records.map((delivery, at) => {
      const successor = near[at] && successorOf(delivery, latest);
      const isHealed = delivery.state === 'gave_up' && successor && successor.state === 'delivered';
      const found = isHealed ? 'healed' : delivery.state;
      return near[at] && (state ?? found) === found
        ? { delivery, state: found, healedBy: isHealed ? successor.id : null }
        : undefined;
    });
  });
}

function isOf(record: DeliveryRecord, state: DeliveryStateName | undefined): boolean {
  return state === undefined || record.state === state;
}

/** Those that are sought by what they say themselves, or else by what their session is called. */
async function soughtAmong(
  store: Pick<Store, 'get'>,
  records: readonly DeliveryRecord[],
  sought: Sought,
): Promise<ReadonlySet<DeliveryRecord>> {
  const found = new Set(records.filter((record) => isSoughtDelivery(record, sought)));
  const others = records.filter((record) => !found.has(record));
  const identifiers = await identifiersOf(store, others);
  for (const record of others)
    if (sought.pattern.test(identifiers.get(record.sessionId) ?? '')) found.add(record);
  return found;
}

/** What the merchant calls the sessions of these deliveries, by their ids. A database answers them as one query. */
export async function identifiersOf(
  store: Pick<Store, 'get'>,
  deliveries: readonly DeliveryRecord[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const ids = [...new Set(deliveries.map(({ sessionId }) => sessionId))];
  const sessions = await Promise.all(ids.map((id) => store.get('session', id)));
  return new Map(ids.map((id, at) => [id, sessions[at]?.fields.identifier]));
}

/** A delivery as the list answers it. */
export function listedData(
  { delivery, state, healedBy }: ListedDelivery,
  clock: AccountClock | undefined,
  identifiers: ReadonlyMap<string, string | undefined>,
) {
  const { attempts, nextAttemptAt, last } = delivery;
  return {
    ...deliveryData(delivery),
    identifier: identifiers.get(delivery.sessionId) ?? null,
    state,
    healed_by: healedBy,
    attempts,
    next_attempt_at: nextAttemptAt === null ? null : isoOf(nextAttemptAt),
    stopped: nextAttemptAt !== null && machineTime(clock, nextAttemptAt) === null,
    last_attempt: last
      ? {
          status: last.status,
          error: last.error,
          duration_ms: last.durationMs,
          cause: last.cause ?? null,
        }
      : null,
  };
}
