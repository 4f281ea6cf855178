import {
  actionDueAt,
  type DeliveryRecord,
  isOnAccountTime,
  isSwept,
  type Kind,
  type Records,
} from '@svc-simulator/core';
import { put, type Ref } from '@svc-simulator/store/store.ts';
import { removeAccount } from './accounts/account-removal.ts';
import type { Runtime } from './runtime.ts';
import { commandSession } from './sessions/session-service.ts';
import { releaseDeliveries } from './webhooks/held-deliveries.ts';

export interface DeliveryAttempts {
  attempt(delivery: DeliveryRecord, passedMs: number | null): Promise<void>;
}

/**
 * Handles a record's timer (core/policy.ts): expiry, accreditation, the next attempt, an account's deletion,
 * the end of its suspension, or retention. `TimerHandler` explains `passedMs`.
 */
export async function handleTimer(
  runtime: Runtime,
  deliveries: DeliveryAttempts,
  { kind, id }: Ref,
  passedMs: number | null,
): Promise<void> {
  const record = await runtime.store.get(kind, id);
  if (!record) return;
  // If no action is due, this is the retention timer.
  const dueAt = actionDueAt(kind, record);
  if (dueAt === null) return deleteIfExpired(runtime, kind, id);
  if (isRecordOf('delivery', kind, record)) return deliveries.attempt(record, passedMs);
  if (isRecordOf('account', kind, record)) {
    if (record.deleteAt === undefined) return releaseDeliveries(runtime.store, id);
    // With PostgreSQL, the job of an earlier timer of the account can run, so the deletion may not be due
    // yet.
    const isDue = ({ deleteAt = Number.POSITIVE_INFINITY }) =>
      deleteAt <= Math.max(runtime.clock.now(), passedMs ?? 0);
    return isDue(record) ? removeAccount(runtime, id, isDue) : undefined;
  }
  if (isRecordOf('session', kind, record)) {
    const account = await runtime.store.get('account', record.accountId);
    if (!account) return;
    const command = { account, sessionId: id, command: { type: 'timer', passedMs } } as const;
    await commandSession(runtime, command);
    // If a script pays at the very instant at which leg 2 becomes due, the command runs again: a timer fires
    // only once per instant.
    const updated = await runtime.store.get('session', id);
    if (updated && actionDueAt(kind, updated) === dueAt) await commandSession(runtime, command);
  }
}

/**
 * Deletes the record if its retention has ended (specification, Limits). Checks the retention under the lock,
 * because the record can change meanwhile.
 */
async function deleteIfExpired(runtime: Runtime, kind: Kind, id: string): Promise<void> {
  const record = await runtime.store.get(kind, id);
  if (!record || !('accountId' in record)) return;
  const recordRef = { kind, id };
  await runtime.store.transact({ account: record.accountId, lock: [recordRef] }, (view) => {
    const current = view.get(kind, id);
    const now = isOnAccountTime(kind) ? view.now : runtime.clock.now();
    const isExpired = current !== undefined && isSwept(kind, current, now, runtime.settings.retentionMs);
    if (current === undefined) return { result: undefined };
    // If the retention is longer than when the timer was set, storing the record again sets a new timer.
    return isExpired
      ? { result: undefined, deletes: [recordRef] }
      : { result: undefined, puts: [put(kind, id, current)] };
  });
}

function isRecordOf<K extends Kind>(expected: K, kind: Kind, _record: Records[Kind]): _record is Records[K] {
  return kind === expected;
}
