import { actionDueAt } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';

const LATEST_RECORDS = 100;

export interface NextDue {
  /** Milliseconds since the epoch, by the account's clock. */
  readonly atMs: number;
  readonly kind: 'end_of_session' | 'accreditation' | 'attempt';
  readonly sessionId: string;
}

/**
 * Returns what is due next in the account's latest sessions and deliveries; null if nothing is due. Ignores
 * the end of retention.
 */
export async function nextDueOf(store: Pick<Store, 'list'>, accountId: string): Promise<NextDue | null> {
  const list = <K extends 'session' | 'delivery'>(kind: K, tag?: string) =>
    store.list(kind, accountId, { limit: LATEST_RECORDS, tag });
  const [pending, paid, deliveries] = await Promise.all([
    list('session', 'pending'),
    list('session', 'paid'),
    list('delivery'),
  ]);
  const items: NextDue[] = [];
  for (const session of [...pending.items, ...paid.items]) {
    const atMs = actionDueAt('session', session);
    const dueKind = session.status === 'pending' ? 'end_of_session' : 'accreditation';
    if (atMs !== null) items.push({ atMs, kind: dueKind, sessionId: session.id });
  }
  for (const delivery of deliveries.items) {
    const atMs = actionDueAt('delivery', delivery);
    if (atMs !== null) items.push({ atMs, kind: 'attempt', sessionId: delivery.sessionId });
  }
  return items.sort((a, b) => a.atMs - b.atMs)[0] ?? null;
}
