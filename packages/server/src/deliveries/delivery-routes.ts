import * as api from '@svc-simulator/contract';
import {
  type ByFilter,
  type DeliveryStateName,
  instantOf,
  isWantedOf,
  RESEND_MAX,
} from '@svc-simulator/contract';
import {
  type AccountClock,
  type DeliveryRecord,
  EXAMINATION,
  GAVE_UP,
  isoOf,
  machineTime,
} from '@svc-simulator/core';
import type { Store, StorePage } from '@svc-simulator/store/store.ts';
import {
  filteredPage,
  type ListSearch,
  MOST_COUNTED,
  matchesDelivery,
  parseSearch,
} from '../lists/filtered-page.ts';
import { presentOutcome, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { deliveryData, type ResendOptions, resend } from './resend.ts';
import { latestDeliveries, successorOf } from './undelivered.ts';

/** Returns the routes that list, show and resend deliveries (contract section 9.4). */
export function deliveryRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(api.resendDelivery, async ({ account, body, params }) => {
      const { as_new: asNew = false } = body;
      return presentOutcome(
        await resend(runtime, account.id, params.delivery_id ?? '', { asNew }),
        deliveryData,
      );
    }),
    route(api.resendDeliveries, async ({ account, body }) => {
      const { since = '', url = '', as_new: asNew = false } = body;
      const filter = { since: instantOf(since) ?? 0, url };
      const { deliveries, complete } = await resendAbandoned(runtime, account.id, filter, { asNew });
      return reply({ resent: deliveries.length, complete, deliveries: deliveries.map(deliveryData) });
    }),
    route(api.listDeliveries, async ({ account, query }) => {
      const listFilter = { ...query, sought: parseSearch(query.q) };
      const count = (tag?: string) =>
        runtime.store.count('delivery', account.id, { tag, most: MOST_COUNTED });
      const counts = query.total && !query.state && !listFilter.sought;
      const [{ items, nextCursor }, all, examined] = await Promise.all([
        deliveryPage(runtime.store, account.id, listFilter),
        counts ? count() : undefined,
        counts ? count(EXAMINATION) : 0,
      ]);
      const totals = { all, examination: examined, program: undefined, tool: undefined };
      const total = query.by ? totals[query.by] : all && all - examined;
      const identifiers = await identifiersOf(
        runtime.store,
        items.map(({ delivery }) => delivery),
      );
      return reply(
        items.map((item) => listedData(item, account.clock, identifiers)),
        { nextCursor, total },
      );
    }),
  ];
}

interface ListedDelivery {
  readonly delivery: DeliveryRecord;
  readonly state: DeliveryStateName;
  /** The later delivery that succeeded. */
  readonly healedBy: string | null;
}

interface DeliveryFilter {
  readonly state?: DeliveryStateName | undefined;
  readonly sought?: ListSearch | undefined;
  readonly by?: ByFilter | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Returns a page of an account's deliveries across sessions, newest first.
 * @throws InvalidCursorError
 */
async function deliveryPage(
  store: Pick<Store, 'list' | 'get'>,
  accountId: string,
  { state, sought, by = sought && 'all', limit, cursor }: DeliveryFilter,
): Promise<StorePage<ListedDelivery>> {
  const wasAbandoned = state === 'gave_up' || state === 'healed';
  const tag = wasAbandoned ? GAVE_UP : undefined;
  const query = { tag, limit, cursor, id: sought?.id };
  return filteredPage(store, ['delivery', accountId], query, async (records) => {
    const isCandidate = records.map(
      (record) => isWantedOf(record.by, by) && (wasAbandoned || isOf(record, state)),
    );
    const matches = sought
      ? await searchDeliveries(
          store,
          records.filter((_, at) => isCandidate[at]),
          sought,
        )
      : null;
    const isMatch = records.map((record, at) => isCandidate[at] && (matches?.has(record) ?? true));
    const sessions = records.flatMap((record, at) =>
      isMatch[at] && record.state === 'gave_up' ? [record.sessionId] : [],
    );
    const latest = await latestDeliveries(store, accountId, sessions);
    return records.map((delivery, at) => {
      const successor = isMatch[at] && successorOf(delivery, latest);
      const isHealed = delivery.state === 'gave_up' && successor && successor.state === 'delivered';
      const shownState = isHealed ? 'healed' : delivery.state;
      return isMatch[at] && (state ?? shownState) === shownState
        ? { delivery, state: shownState, healedBy: isHealed ? successor.id : null }
        : undefined;
    });
  });
}

function isOf(record: DeliveryRecord, state: DeliveryStateName | undefined): boolean {
  return state === undefined || record.state === state;
}

/** Filters by the delivery's own fields first, then by its session's identifier. */
async function searchDeliveries(
  store: Pick<Store, 'get'>,
  records: readonly DeliveryRecord[],
  search: ListSearch,
): Promise<ReadonlySet<DeliveryRecord>> {
  const matches = new Set(records.filter((record) => matchesDelivery(record, search)));
  const others = records.filter((record) => !matches.has(record));
  const identifiers = await identifiersOf(store, others);
  for (const record of others)
    if (search.pattern.test(identifiers.get(record.sessionId) ?? '')) matches.add(record);
  return matches;
}

/** Returns the merchant's identifiers of the sessions by id; a database reads them in one query. */
async function identifiersOf(
  store: Pick<Store, 'get'>,
  deliveries: readonly DeliveryRecord[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const ids = [...new Set(deliveries.map(({ sessionId }) => sessionId))];
  const sessions = await Promise.all(ids.map((id) => store.get('session', id)));
  return new Map(ids.map((id, at) => [id, sessions[at]?.fields.identifier]));
}

function listedData(
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
      ? { status: last.status, error: last.error, duration_ms: last.durationMs, cause: last.cause ?? null }
      : null,
  };
}

interface AbandonedFilter {
  /** Milliseconds of the account's clock; inclusive. */
  readonly since: number;
  readonly url: string;
}

interface ResentDeliveries {
  /** The new deliveries, oldest first. */
  readonly deliveries: readonly DeliveryRecord[];
  /** True if no abandoned deliveries remain. */
  readonly complete: boolean;
}

/** Returns abandoned deliveries that were not resent, newest first, and whether the list is complete. */
async function abandonedDeliveries(
  { store }: Pick<Runtime, 'store'>,
  accountId: string,
  { since, url }: AbandonedFilter,
): Promise<ResentDeliveries> {
  const query = { tag: GAVE_UP, limit: RESEND_MAX };
  const { items, nextCursor } = await filteredPage(store, ['delivery', accountId], query, async (records) => {
    const near = (record: DeliveryRecord) => record.createdAt >= since && record.url.includes(url);
    const sessions = records.filter(near).map(({ sessionId }) => sessionId);
    const latest = await latestDeliveries(store, accountId, sessions);
    return records.map((record) => (near(record) && !successorOf(record, latest) ? record : undefined));
  });
  return { deliveries: items, complete: nextCursor === null };
}

async function resendAbandoned(
  runtime: Runtime,
  accountId: string,
  filter: AbandonedFilter,
  options: ResendOptions,
): Promise<ResentDeliveries> {
  const { deliveries: abandoned, complete } = await abandonedDeliveries(runtime, accountId, filter);
  const deliveries: DeliveryRecord[] = [];
  for (const { id } of abandoned.toReversed()) {
    const resent = await resend(runtime, accountId, id, options);
    // Skips a delivery whose body has expired or that a reset removed.
    if (resent.ok) deliveries.push(resent.value);
  }
  return { deliveries, complete };
}
