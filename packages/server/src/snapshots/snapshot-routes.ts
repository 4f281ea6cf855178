import {
  accept,
  fromNames,
  getSnapshot,
  loadSnapshot as loadOperation,
  type Outcome,
  SNAPSHOT_LIST_MAX,
  type SnapshotFile,
  snapshotLimitBytes,
  type TraceEvent,
} from '@svc-simulator/contract';
import {
  type AccountImage,
  type DeliveryRecord,
  snapshotFileOf,
  snapshotKinds,
  snapshotOf,
  snapshotText,
} from '@svc-simulator/core';
import type { AccountExport, Put, Store, StoredTraceEvent } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { decodeBodyText } from '../http/body.ts';
import type { Throttle } from '../http/limits/throttle.ts';
import { notFound, refuseWith } from '../refusals.ts';
import { type Route, reply, replyJson, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { readSnapshot, replaceWithSnapshot, selectAccount } from './snapshot-loading.ts';

export function snapshotRoutes(runtime: Runtime, throttle: Throttle): readonly Route[] {
  return [
    route(getSnapshot, async ({ account, query }) => {
      const outcome = await saveSnapshot(runtime, account.id, query.trace === 'all');
      return outcome.ok ? replyJson(outcome.value) : outcome;
    }),
    route(loadOperation, async ({ account, query, bytes, header }) => {
      const text = decodeBodyText(bytes(), header('content-type'));
      if (!text.ok) return text;
      const file = await readSnapshot(text.value);
      if (!file.ok) return file;
      const selection = selectAccount(file.value, query.account, account);
      if (!selection.ok) return selection;
      const outcome = await replaceWithSnapshot(runtime, account, file.value, selection.value);
      if (!outcome.ok) return outcome;
      // The throttle's window was set by the account's former clock, so it is dropped.
      await throttle.forget(account.id);
      return reply(outcome.value);
    }),
  ];
}

const MAX_HOSTED_RECORDS = 10_000;

/** Returns a consistent snapshot of an account as text; 422 if it is too large. */
async function saveSnapshot(
  runtime: Pick<Runtime, 'clock' | 'store' | 'settings'>,
  accountId: string,
  withTrace: boolean,
): Promise<Outcome<string>> {
  const { clock, store, settings } = runtime;
  const limitBytes = snapshotLimitBytes[settings.hosted ? 'hosted' : 'local'];
  const content = await store.exportAccount(accountId, {
    kinds: snapshotKinds,
    maxRecords: settings.hosted ? MAX_HOSTED_RECORDS : SNAPSHOT_LIST_MAX,
    withEvents: withTrace,
    // Stops reading an account that is certainly too large; the exact limit applies to the text.
    maxBytes: 2 * limitBytes,
  });
  if (content === undefined) return notFound('account');
  if (content === 'too-large') return snapshotTooLarge(limitBytes, withTrace);
  const image = await buildImage(store, content, withTrace);
  const now = clock.now();
  const file: SnapshotFile = snapshotFileOf([snapshotOf(image, { machineMs: now, withTrace })], now);
  const text = snapshotText(file);
  return Buffer.byteLength(text) > limitBytes ? snapshotTooLarge(limitBytes, withTrace) : accept(text);
}

async function buildImage(
  store: Store,
  { account, records, events }: AccountExport,
  withTrace: boolean,
): Promise<AccountImage> {
  const recordsOf = (kind: Put['kind']) =>
    records.filter((record) => record.kind === kind).map(({ value }) => value);
  const recordsByKind = fromNames(snapshotKinds, recordsOf) as AccountImage['records'];
  const traceEvents = withTrace ? events : await readOpenEvents(store, recordsByKind.delivery);
  return {
    account,
    records: recordsByKind,
    trace: traceEvents.map(({ json }): TraceEvent => JSON.parse(json)),
  };
}

/**
 * Reads the emission and the latest attempt of each open delivery. These events never change, so they can be
 * read after the records.
 */
async function readOpenEvents({ trace }: Store, deliveries: readonly DeliveryRecord[]) {
  const openDeliveries = deliveries.filter(({ state }) => state === 'open');
  const events = await Promise.all([
    ...openDeliveries.map(({ accountId, emittedEventId }) => trace.get(accountId, emittedEventId)),
    ...openDeliveries
      .filter(({ attempts }) => attempts > 0)
      .map((delivery) => readLatestAttempt(trace, delivery)),
  ]);
  return events.filter((event) => event !== undefined).sort((a, b) => a.id - b.id);
}

/** Maximum events to search. A session has more attempts only if its webhooks are resent all the time. */
const MAX_ATTEMPTS = 100;

async function readLatestAttempt(
  trace: Store['trace'],
  { id, accountId, sessionId, attempts }: DeliveryRecord,
): Promise<StoredTraceEvent | undefined> {
  const { items } = await trace.page(accountId, {
    types: ['webhook.attempted'],
    sessionId,
    order: 'desc',
    limit: MAX_ATTEMPTS,
  });
  return items.find(({ json }) => {
    const { data } = JSON.parse(json);
    return data.delivery_id === id && data.attempt === attempts;
  });
}

function snapshotTooLarge(limitBytes: number, withTrace: boolean): Outcome<never> {
  return refuseWith(
    422,
    'problem.title.snapshot_too_large',
    message('problem.snapshot.too_large', {
      mib: limitBytes / 2 ** 20,
      trace: withTrace ? 'with' : 'without',
    }),
  );
}
