import { type DeliveryRecord, dueOf, isOnAccountTime, isSwept, type Kind } from '@svc-simulator/core';
import type { Ref } from '@svc-simulator/store/store.ts';
import type { Runtime } from './runtime.ts';
import { commandSession } from './sessions/session-service.ts';

/** Attempts due deliveries. */
export interface DeliveryAttempts {
  attempt(delivery: DeliveryRecord, passedMs: number | null): Promise<void>;
}

/** Does what a record's timer asks for: expiry, accreditation, the next attempt, or its removal (core/policy.ts). */
export async function handleTimer(
  runtime: Runtime,
  deliveries: DeliveryAttempts,
  { kind, id }: Ref,
  passedMs: number | null,
): Promise<void> {
  const record = await runtime.store.get(kind, id);
  if (!record) return;
  // Nothing of it is due by itself any more, so this is the end of its retention.
  const due = dueOf(kind, record);
  if (due === null) return sweep(runtime, kind, id);
  if ('emittedEventId' in record) return deliveries.attempt(record, passedMs);
  if (kind === 'session' && 'accountId' in record) {
    const account = await runtime.store.get('account', record.accountId);
    if (!account) return;
    const command = { account, sessionId: id, command: { type: 'timer', passedMs } } as const;
    await commandSession(runtime, command);
    // A due time of a record is handed over once, so leg 2 that is due at the very time at which a script paid is seen to here.
    const after = await runtime.store.get(kind, id);
    if (after && dueOf(kind, after) === due) await commandSession(runtime, command);
  }
}

/** Deletes a record whose retention has ended, unless it has changed meanwhile (specification, Limits). */
async function sweep(runtime: Runtime, kind: Kind, id: string): Promise<void> {
  const record = await runtime.store.get(kind, id);
  if (!record || !('accountId' in record)) return;
  const swept = { kind, id };
  await runtime.store.transact({ account: record.accountId, lock: [swept] }, (view) => {
    const current = view.get(kind, id);
    const now = isOnAccountTime(kind) ? view.now : runtime.clock.now();
    const due = current !== undefined && isSwept(kind, current, now);
    return { result: undefined, deletes: due ? [swept] : [] };
  });
}
