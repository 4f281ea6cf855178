import * as api from '@svc-simulator/contract';
import {
  type DeliveryStateName,
  matchesByFilter,
  parseInstant,
  type QueryOf,
  RESEND_MAX,
} from '@svc-simulator/contract';
import {
  type AccountClock,
  type DeliveryRecord,
  DOCTOR_TAG,
  GAVE_UP,
  isoOf,
  machineTime,
} from '@svc-simulator/core';
import type { Store, StorePage } from '@svc-simulator/store/store.ts';
import type { Admission } from '../http/limits/admission.ts';
import {
  filteredPage,
  type ListSearch,
  MAX_COUNTED,
  matchesDelivery,
  parseSearch,
} from '../lists/filtered-page.ts';
import { presentOutcome, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { presentDelivery, type ResendOptions, resend } from './resend.ts';
import { findSuccessor, latestDeliveries } from './undelivered.ts';

export function deliveryRoutes(runtime: Runtime, admission: Pick<Admission, 'readInTurn'>): readonly Route[] {
  return [
    route(api.resendDelivery, async ({ account, body, params }) => {
      const { as_new: asNew = false, raw_body: rawBody } = body;
      return presentOutcome(
        await resend(runtime, account.id, params.delivery_id ?? '', { asNew, rawBody }),
        presentDelivery,
      );
    }),
    route(api.resendDeliveries, async ({ account, body }) => {
      const { since = '', url = '', as_new: asNew = false } = body;
      const filter = { since: parseInstant(since) ?? 0, url };
      const { deliveries: abandoned, complete } = await admission.readInTurn(account.id, () =>
        abandonedDeliveries(runtime, account.id, filter),
      );
      const deliveries = await resendEach(runtime, account.id, abandoned, { asNew });
      return reply({ resent: deliveries.length, complete, deliveries: deliveries.map(presentDelivery) });
    }),
    route(api.listDeliveries, async ({ account, query }) => {
      const listFilter = { ...query, search: parseSearch(query.q) };
      const count = (tag?: string) =>
        runtime.store.count('delivery', account.id, { tag, limit: MAX_COUNTED });
      const { total: hasTotal, state, event, url } = query;
      const countsWholeList = hasTotal && !state && !event && !url && !listFilter.search;
      const [{ items, nextCursor }, all, examinationCount] = await Promise.all([
        deliveryPage(runtime.store, account.id, listFilter),
        countsWholeList ? count() : undefined,
        countsWholeList ? count(DOCTOR_TAG) : 0,
      ]);
      const totals = { all, examination: examinationCount, program: undefined, tool: undefined };
      const total = query.by ? totals[query.by] : all && all - examinationCount;
      const identifiers = await identifiersOf(
        runtime.store,
        items.map(({ delivery }) => delivery),
      );
      return reply(
        items.map((item) => presentListed(item, account.clock, identifiers)),
        { nextCursor, total },
      );
    }),
  ];
}

interface ListedDelivery {
  readonly delivery: DeliveryRecord;
  readonly state: DeliveryStateName;
  /** Id of the later delivery of the same event that succeeded; null if none did. */
  readonly healedBy: string | null;
}

type DeliveryFilter = QueryOf<typeof api.listDeliveries> & { readonly search: ListSearch | undefined };

/**
 * Returns a page of an account's deliveries over all sessions, newest first.
 * @throws InvalidCursorError
 */
async function deliveryPage(
  store: Pick<Store, 'list' | 'get'>,
  accountId: string,
  { state, event, url = '', search, by = search && 'all', limit, cursor }: DeliveryFilter,
): Promise<StorePage<ListedDelivery>> {
  const includesAbandoned = state === 'gave_up' || state === 'healed';
  const tag = includesAbandoned ? GAVE_UP : undefined;
  const query = { tag, limit, cursor, id: search?.id };
  return filteredPage(store, ['delivery', accountId], query, async (records) => {
    const candidateFlags = records.map(
      (record) =>
        matchesByFilter(record.by, by) &&
        (includesAbandoned || hasState(record, state)) &&
        (event ?? record.event) === record.event &&
        record.url.includes(url),
    );
    const matches = search
      ? await searchDeliveries(
          store,
          records.filter((_, index) => candidateFlags[index]),
          search,
        )
      : null;
    const matchFlags = records.map(
      (record, index) => candidateFlags[index] && (matches?.has(record) ?? true),
    );
    const sessions = records.flatMap((record, index) =>
      matchFlags[index] && record.state === 'gave_up' ? [record.sessionId] : [],
    );
    const latestBySession = await latestDeliveries(store, accountId, sessions);
    return records.map((delivery, index) => {
      const successor = matchFlags[index] && findSuccessor(delivery, latestBySession);
      const isHealed = delivery.state === 'gave_up' && successor && successor.state === 'delivered';
      const shownState = isHealed ? 'healed' : delivery.state;
      return matchFlags[index] && (state ?? shownState) === shownState
        ? { delivery, state: shownState, healedBy: isHealed ? successor.id : null }
        : undefined;
    });
  });
}

function hasState(record: DeliveryRecord, state: DeliveryStateName | undefined): boolean {
  return state === undefined || record.state === state;
}

/** Searches the deliveries' own fields first, then the identifiers of their sessions. */
async function searchDeliveries(
  store: Pick<Store, 'get'>,
  records: readonly DeliveryRecord[],
  search: ListSearch,
): Promise<ReadonlySet<DeliveryRecord>> {
  const matches = new Set(records.filter((record) => matchesDelivery(record, search)));
  const unmatched = records.filter((record) => !matches.has(record));
  const identifiers = await identifiersOf(store, unmatched);
  for (const record of unmatched)
    if (search.pattern.test(identifiers.get(record.sessionId) ?? '')) matches.add(record);
  return matches;
}

/**
 * Returns the merchant's identifier of each session, by session id. The reads run at the same time, so
 * PostgreSQL gets one query.
 */
async function identifiersOf(
  store: Pick<Store, 'get'>,
  deliveries: readonly DeliveryRecord[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const ids = [...new Set(deliveries.map(({ sessionId }) => sessionId))];
  const sessions = await Promise.all(ids.map((id) => store.get('session', id)));
  return new Map(ids.map((id, index) => [id, sessions[index]?.fields.identifier]));
}

function presentListed(
  { delivery, state, healedBy }: ListedDelivery,
  clock: AccountClock | undefined,
  identifiers: ReadonlyMap<string, string | undefined>,
) {
  const { attempts, nextAttemptAt, last } = delivery;
  return {
    ...presentDelivery(delivery),
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

/**
 * Returns the abandoned deliveries since a time of the account's clock that have no later delivery of the
 * same event, newest first. `complete` is false if there may be more.
 */
async function abandonedDeliveries(
  { store }: Pick<Runtime, 'store'>,
  accountId: string,
  { since, url }: { readonly since: number; readonly url: string },
) {
  const query = { tag: GAVE_UP, limit: RESEND_MAX };
  const { items, nextCursor } = await filteredPage(store, ['delivery', accountId], query, async (records) => {
    const isInFilter = (record: DeliveryRecord) => record.createdAt >= since && record.url.includes(url);
    const sessions = records.filter(isInFilter).map(({ sessionId }) => sessionId);
    const latestBySession = await latestDeliveries(store, accountId, sessions);
    return records.map((record) =>
      isInFilter(record) && !findSuccessor(record, latestBySession) ? record : undefined,
    );
  });
  return { deliveries: items, complete: nextCursor === null };
}

/** Resends the deliveries, oldest first, and returns the new deliveries. */
async function resendEach(
  runtime: Runtime,
  accountId: string,
  newestFirst: readonly DeliveryRecord[],
  options: ResendOptions,
): Promise<readonly DeliveryRecord[]> {
  const deliveries: DeliveryRecord[] = [];
  for (const { id } of newestFirst.toReversed()) {
    const outcome = await resend(runtime, accountId, id, options);
    // Skips a delivery whose body has expired, or that a reset has removed meanwhile.
    if (outcome.ok) deliveries.push(outcome.value);
  }
  return deliveries;
}
