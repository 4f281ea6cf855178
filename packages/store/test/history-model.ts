import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { put, type Ref, ref, type Store } from '../src/store.ts';
import { session } from './store-samples.ts';

export const modelAccounts = ['a', 'b'] as const;
export const modelStatuses = ['pending', 'paid', 'failed', 'expired'] as const;

export type ChangeStep =
  | {
      readonly do: 'put';
      readonly account: string;
      readonly id: string;
      readonly status: (typeof modelStatuses)[number];
      /** Characters that make the record longer. */
      readonly pad?: number;
    }
  | { readonly do: 'delete'; readonly account: string; readonly id: string }
  | { readonly do: 'reset'; readonly account: string; readonly keep: string }
  | { readonly do: 'events'; readonly account: string; readonly count: number; readonly sessionId: string };

interface ModelEvent {
  readonly id: number;
  readonly sessionId: string | undefined;
}

export interface Observed {
  readonly lists: Readonly<Record<string, readonly unknown[]>>;
  readonly events: Readonly<Record<string, readonly ModelEvent[]>>;
  readonly nextEventIds: Readonly<Record<string, number>>;
}

/**
 * The content that the store should have: sessions in order of creation, and the events since the last reset.
 */
export class HistoryModel {
  readonly #sessions = new Map<string, ReturnType<typeof session>>();
  readonly #events = new Map<string, ModelEvent[]>(modelAccounts.map((name) => [name, []]));
  readonly #next = new Map<string, number>(modelAccounts.map((name) => [name, 1]));

  apply(step: ChangeStep): void {
    const { account } = step;
    if (step.do === 'put') this.#sessions.set(step.id, recordOf(step));
    else if (step.do === 'delete') this.#sessions.delete(step.id);
    else if (step.do === 'events') this.#emit(account, step.count, step.sessionId);
    else {
      for (const [id, { accountId }] of [...this.#sessions])
        if (accountId === account) this.#sessions.delete(id);
      this.#sessions.set(step.keep, session(account, step.keep, 'expired'));
      this.#events.set(account, []);
    }
  }

  expected(): Observed {
    const lists: Record<string, unknown[]> = {};
    const events: Record<string, ModelEvent[]> = {};
    for (const account of modelAccounts) {
      const all = [...this.#sessions.values()].filter(({ accountId }) => accountId === account).reverse();
      lists[account] = all;
      for (const status of modelStatuses)
        lists[`${account} ${status}`] = all.filter((one) => one.status === status);
      const accountEvents = [...(this.#events.get(account) ?? [])];
      events[account] = accountEvents;
      events[`${account} x`] = accountEvents.filter(({ sessionId }) => sessionId === 'x').reverse();
    }
    return { lists, events, nextEventIds: Object.fromEntries(this.#next) };
  }

  #emit(account: string, count: number, sessionId: string): void {
    for (let number = 0; number < count; number++) {
      const id = this.#next.get(account) as number;
      this.#next.set(account, id + 1);
      this.#events.get(account)?.push({ id, sessionId });
    }
  }
}

export function commitStep(store: Store, step: ChangeStep): Promise<void> {
  const { account } = step;
  if (step.do === 'put') {
    const value = recordOf(step);
    return store.transact({ account, lock: [ref('session', step.id)] }, () => ({
      result: undefined,
      puts: [put('session', step.id, value)],
    }));
  }
  if (step.do === 'delete') {
    const target: Ref = ref('session', step.id);
    return store.transact({ account, lock: [target] }, () => ({ result: undefined, deletes: [target] }));
  }
  if (step.do === 'events') {
    const { count, sessionId } = step;
    const event = {
      type: 'session.status_queried' as const,
      at: new ManualClock().now(),
      sessionId,
      data: {},
    };
    return store.transact({ account }, () => ({ result: undefined, events: Array(count).fill(event) }));
  }
  return store.transact({ account, exclusive: true }, () => ({
    result: undefined,
    clear: ['session'],
    clearTrace: true,
    puts: [put('session', step.keep, session(account, step.keep, 'expired'))],
  }));
}

export async function observe(store: Store): Promise<Observed> {
  const lists: Record<string, unknown[]> = {};
  const events: Record<string, ModelEvent[]> = {};
  const nextEventIds: Record<string, number> = {};
  for (const account of modelAccounts) {
    lists[account] = await listAll(store, account);
    for (const status of modelStatuses)
      lists[`${account} ${status}`] = await listAll(store, account, `button.${status}`);
    events[account] = await readEvents(store, account, { order: 'asc' });
    events[`${account} x`] = await readEvents(store, account, { order: 'desc', sessionId: 'x' });
    nextEventIds[account] = await store.transact({ account }, (view) => ({ result: view.nextEventId }));
  }
  return { lists, events, nextEventIds };
}

function recordOf({ account, id, status, pad = 0 }: Extract<ChangeStep, { do: 'put' }>) {
  return session(account, id, status, null, pad > 0 ? { pad: 'x'.repeat(pad) } : {});
}

/** Reads ids from the JSON texts of events, and their sessions from the store's index. */
async function readEvents(
  store: Store,
  account: string,
  query: { readonly order: 'asc' | 'desc'; readonly sessionId?: string },
): Promise<ModelEvent[]> {
  const page = await store.trace.page(account, { limit: 1000, ...query });
  return page.items.map(({ json, sessionId }) => ({ id: JSON.parse(json).id as number, sessionId }));
}

async function listAll(store: Store, account: string, tag?: string): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = {
      limit: 3,
      ...(tag === undefined ? {} : { tag }),
      ...(cursor === undefined ? {} : { cursor }),
    };
    const page = await store.list('session', account, query);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}
