import type { Clock, TraceDraft } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import { type Change, type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import type { Metrics } from './metrics.ts';

/**
 * The store as its users see it: with its commits measured, and shut once it broke, since what it would tell may be wrong; and
 * whether it could write the last time.
 */
export interface MeasuredStore {
  readonly store: Store;
  /**
   * Puts an event into the trace that nobody waits for: those of an account that come together are one transaction, which stands
   * before whatever is decided for the account later.
   */
  note(accountId: string, event: TraceDraft): void;
  /** When it last could not write, by `Clock.elapsed`, if it has not written since. */
  failingSince(): number | null;
}

export function measured(
  store: Store,
  metrics: Metrics,
  {
    clock,
    log,
    stored,
  }: {
    readonly clock: Clock;
    readonly log: Log;
    /** Told of each change of an account once it is stored. */
    readonly stored?: ((accountId: string, change: Change<unknown>) => void) | undefined;
  },
): MeasuredStore {
  const { integrity } = store;
  let failedAt: number | null = null;
  /** A write or a read has failed, and the log says so. */
  let isAway = false;
  const failed = (error: unknown): boolean => {
    if (!(error instanceof StoreUnavailableError)) return false;
    metrics.storeFailures++;
    isAway = true;
    return true;
  };
  /** Whoever asked is told why by the answer itself. */
  const counted = <T>(answer: T): T => {
    if (answer instanceof Promise) answer.catch(failed);
    return answer;
  };
  const noted = new Map<string, TraceDraft[]>();
  const storeNoted = (account: string) => {
    const events = noted.get(account);
    if (!events) return;
    noted.delete(account);
    transact({ account }, () => ({ result: undefined, events })).catch((error: unknown) =>
      log('warn', 'what was noted could not be traced', { events: events.length, cause: String(error) }),
    );
  };
  const transact: Store['transact'] = (scope, decide) => {
    if (noted.size > 0) storeNoted(scope.account);
    const beganMs = metrics.commits.begin();
    let events: readonly TraceDraft[] | undefined;
    let decided: Change<unknown> | undefined;
    const done = store.transact(scope, (view) => {
      const change = decide(view);
      if (stored) decided = change;
      // What a snapshot brings back has been counted when it happened, if it happened here.
      events = change.isHistory ? undefined : change.events;
      return change;
    });
    done.then(
      () => {
        metrics.committed(beganMs, events);
        if (decided) stored?.(scope.account, decided);
        if (isAway) log('info', 'the store can write again');
        isAway = false;
        failedAt = null;
      },
      (error) => {
        if (failed(error)) failedAt = clock.elapsed();
      },
    );
    return done;
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
        return counted(store.get(kind, id));
      },
      list: async (kind, accountId, query) => {
        integrity.check();
        return counted(store.list(kind, accountId, query));
      },
      count: (kind, accountId, query) => {
        integrity.check();
        return counted(store.count(kind, accountId, query));
      },
      exportAccount: async (accountId, query) => {
        integrity.check();
        return counted(store.exportAccount(accountId, query));
      },
      usageOf: async (accountId) => {
        integrity.check();
        return counted(store.usageOf(accountId));
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
        for (const account of noted.keys()) storeNoted(account);
        return store.close();
      },
    },
    note: (account, event) => {
      const events = noted.get(account);
      if (events) return void events.push(event);
      noted.set(account, [event]);
      store.beforeNextCommit(() => storeNoted(account));
    },
    failingSince: () => failedAt,
  };
}
