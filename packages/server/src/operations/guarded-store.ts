import type { Clock, TraceDraft } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import { type Change, type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import type { Metrics } from './metrics.ts';

/**
 * The store with metrics and guards: it measures commits, and stops working once the store broke, since its
 * data may be wrong.
 */
export interface GuardedStore {
  readonly store: Store;
  /**
   * Stores a trace event without waiting. Concurrent events of an account form one transaction, before any
   * later commit of that account.
   */
  note(accountId: string, event: TraceDraft): void;
  /**
   * Time of the first failed write since the last successful one, by `Clock.elapsed`; null if writes succeed.
   */
  failingSince(): number | null;
}

export function guardStore(
  store: Store,
  metrics: Metrics,
  {
    clock,
    log,
    stored,
  }: {
    readonly clock: Clock;
    readonly log: Log;
    readonly stored?: ((accountId: string, change: Change<unknown>) => void) | undefined;
  },
): GuardedStore {
  const { integrity } = store;
  let failedAt: number | null = null;
  /** True after a failure was logged, until the store works again. */
  let isAway = false;
  const noteFailure = (error: unknown): boolean => {
    if (!(error instanceof StoreUnavailableError)) return false;
    metrics.storeFailures++;
    isAway = true;
    return true;
  };
  const countOutage = <T>(answer: T): T => {
    if (answer instanceof Promise) answer.catch(noteFailure);
    return answer;
  };
  const pendingEvents = new Map<string, TraceDraft[]>();
  const storeNoted = (account: string) => {
    const events = pendingEvents.get(account);
    if (!events) return;
    pendingEvents.delete(account);
    transact({ account }, () => ({ result: undefined, events })).catch((error: unknown) =>
      log('warn', 'what was noted could not be traced', { events: events.length, cause: String(error) }),
    );
  };
  const transact: Store['transact'] = (scope, decide) => {
    if (pendingEvents.size > 0) storeNoted(scope.account);
    const beganMs = metrics.commits.begin();
    let events: readonly TraceDraft[] | undefined;
    let storedChange: Change<unknown> | undefined;
    const commit = store.transact(scope, (view) => {
      const change = decide(view);
      if (stored) storedChange = change;
      // Events of a snapshot were counted when they happened.
      events = change.isHistory ? undefined : change.events;
      return change;
    });
    commit.then(
      () => {
        metrics.committed(beganMs, events);
        if (storedChange) stored?.(scope.account, storedChange);
        if (isAway) log('info', 'the store can write again');
        isAway = false;
        failedAt = null;
      },
      (error) => {
        if (noteFailure(error)) failedAt = clock.elapsed();
      },
    );
    return commit;
  };
  return {
    store: {
      transact,
      beforeNextCommit: (work) => store.beforeNextCommit(work),
      trace: store.trace,
      ...(store.peers && { peers: store.peers }),
      integrity,
      get: (kind, id) => {
        integrity.check();
        return countOutage(store.get(kind, id));
      },
      list: async (kind, accountId, query) => {
        integrity.check();
        return countOutage(store.list(kind, accountId, query));
      },
      count: (kind, accountId, query) => {
        integrity.check();
        return countOutage(store.count(kind, accountId, query));
      },
      exportAccount: async (accountId, query) => {
        integrity.check();
        return countOutage(store.exportAccount(accountId, query));
      },
      usageOf: async (accountId) => {
        integrity.check();
        return countOutage(store.usageOf(accountId));
      },
      dueWork: () => {
        integrity.check();
        return store.dueWork();
      },
      ping: () => {
        integrity.check();
        return store.ping();
      },
      start: (handler) => store.start(handler),
      caughtUp: (accountId) => store.caughtUp(accountId),
      isEmpty: () => store.isEmpty(),
      close: () => {
        for (const account of pendingEvents.keys()) storeNoted(account);
        return store.close();
      },
    },
    note: (account, event) => {
      const events = pendingEvents.get(account);
      if (events) return void events.push(event);
      pendingEvents.set(account, [event]);
      store.beforeNextCommit(() => storeNoted(account));
    },
    failingSince: () => failedAt,
  };
}
