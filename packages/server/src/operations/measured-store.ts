import type { Clock, TraceDraft } from '@svc-simulator/core';
import { type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import type { Metrics } from './metrics.ts';

/**
 * The store as its users see it: with its commits measured, and shut once it broke, since what it would tell may be wrong; and
 * whether it could write the last time.
 */
export interface MeasuredStore {
  readonly store: Store;
  /** When it last could not write, by `Clock.elapsed`, if it has not written since. */
  failingSince(): number | null;
}

export function measured(store: Store, metrics: Metrics, clock: Clock): MeasuredStore {
  const { integrity } = store;
  let failedAt: number | null = null;
  const transact: Store['transact'] = (scope, decide) => {
    const beganMs = metrics.commits.begin();
    let events: readonly TraceDraft[] | undefined;
    const done = store.transact(scope, (view) => {
      const change = decide(view);
      // What a snapshot brings back has been counted when it happened, if it happened here.
      events = change.isHistory ? undefined : change.events;
      return change;
    });
    done.then(
      () => {
        metrics.committed(beganMs, events);
        failedAt = null;
      },
      (error) => {
        if (!(error instanceof StoreUnavailableError)) return;
        metrics.commitFailures++;
        failedAt = clock.elapsed();
      },
    );
    return done;
  };
  return {
    store: {
      transact,
      trace: store.trace,
      ...(store.peers && { peers: store.peers }),
      integrity,
      get: (kind, id) => {
        integrity.check();
        return store.get(kind, id);
      },
      list: async (kind, accountId, query) => {
        integrity.check();
        return store.list(kind, accountId, query);
      },
      count: (kind, accountId, query) => {
        integrity.check();
        return store.count(kind, accountId, query);
      },
      exportAccount: async (accountId, query) => {
        integrity.check();
        return store.exportAccount(accountId, query);
      },
      usageOf: async (accountId) => {
        integrity.check();
        return store.usageOf(accountId);
      },
      dueWork: () => {
        integrity.check();
        return store.dueWork();
      },
      start: (handler) => store.start(handler),
      caughtUp: (accountId) => store.caughtUp(accountId),
      isEmpty: () => store.isEmpty(),
      close: () => store.close(),
    },
    failingSince: () => failedAt,
  };
}
