import type { Clock, TraceDraft } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import { type Change, type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import type { Metrics } from './metrics.ts';

/** Measures commits, and refuses all work after the store has broken, because its data may be wrong. */
export interface GuardedStore {
  readonly store: Store;
  /**
   * Stores a trace event soon, while the caller continues. An account's queued events are stored in one
   * transaction, at the latest before its next commit.
   */
  queueEvent(accountId: string, event: TraceDraft): void;
  /** Returns the time of the latest failed write, by `Clock.elapsed`; null if a later write succeeded. */
  lastWriteFailureAt(): number | null;
}

export function guardStore(
  store: Store,
  metrics: Metrics,
  {
    clock,
    log,
    onCommit,
  }: {
    readonly clock: Clock;
    readonly log: Log;
    readonly onCommit?: ((accountId: string, change: Change<unknown>) => void) | undefined;
  },
): GuardedStore {
  const { integrity } = store;
  let writeFailedAt: number | null = null;
  let hasFailed = false;
  const recordFailure = (error: unknown): boolean => {
    if (!(error instanceof StoreUnavailableError)) return false;
    metrics.storeFailures++;
    hasFailed = true;
    return true;
  };
  const read = <T>(startReading: () => T): T => {
    integrity.check();
    const result = startReading();
    if (result instanceof Promise) result.catch(recordFailure);
    return result;
  };
  const pendingEvents = new Map<string, TraceDraft[]>();
  const storePendingEvents = (account: string) => {
    const events = pendingEvents.get(account);
    if (!events) return;
    pendingEvents.delete(account);
    transact({ account }, () => ({ result: undefined, events })).catch((error: unknown) =>
      log('warn', 'queued events could not be stored', { events: events.length, cause: String(error) }),
    );
  };
  const transact: Store['transact'] = (scope, decide) => {
    if (pendingEvents.size > 0) storePendingEvents(scope.account);
    const startedMs = metrics.commits.start();
    let events: readonly TraceDraft[] | undefined;
    let storedChange: Change<unknown> | undefined;
    const commit = store.transact(scope, (view) => {
      const change = decide(view);
      if (onCommit) storedChange = change;
      // Events of a snapshot aren't counted again, because they were counted when they happened.
      events = change.isHistory ? undefined : change.events;
      return change;
    });
    commit.then(
      () => {
        metrics.countCommit(startedMs, events);
        if (storedChange) onCommit?.(scope.account, storedChange);
        if (hasFailed) log('info', 'the store can write again');
        hasFailed = false;
        writeFailedAt = null;
      },
      (error) => {
        if (recordFailure(error)) writeFailedAt = clock.elapsed();
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
      get: (kind, id) => read(() => store.get(kind, id)),
      list: async (kind, accountId, query) => read(() => store.list(kind, accountId, query)),
      count: (kind, accountId, query) => read(() => store.count(kind, accountId, query)),
      exportAccount: async (accountId, query) => read(() => store.exportAccount(accountId, query)),
      usageOf: async (accountId) => read(() => store.usageOf(accountId)),
      accountOverviews: async (accountId) => read(() => store.accountOverviews(accountId)),
      dueWork: () => {
        integrity.check();
        return store.dueWork();
      },
      ping: () => {
        integrity.check();
        return store.ping();
      },
      start: (handler) => store.start(handler),
      whenCaughtUp: (accountId) => store.whenCaughtUp(accountId),
      isEmpty: () => store.isEmpty(),
      close: () => {
        for (const account of pendingEvents.keys()) storePendingEvents(account);
        return store.close();
      },
    },
    queueEvent: (account, event) => {
      const events = pendingEvents.get(account);
      if (events) return void events.push(event);
      pendingEvents.set(account, [event]);
      store.beforeNextCommit(() => storePendingEvents(account));
    },
    lastWriteFailureAt: () => writeFailedAt,
  };
}
