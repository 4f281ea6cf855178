import type { Store } from '@svc-simulator/store/store.ts';

/** Wraps a store and records its reads, such as `get account` and `list session 50` (50 is the limit). */
export function createRecordingStore(store: Store): { readonly calls: string[]; readonly store: Store } {
  const calls: string[] = [];
  const recorder: Store = Object.create(store, {
    get: {
      value: (...[kind, id]: Parameters<Store['get']>) => {
        calls.push(`get ${kind}`);
        return store.get(kind, id);
      },
    },
    list: {
      value: (...[kind, id, query]: Parameters<Store['list']>) => {
        calls.push(`list ${kind} ${query.limit}`);
        return store.list(kind, id, query);
      },
    },
    count: {
      value: (...[kind, id, query]: Parameters<Store['count']>) => {
        calls.push(`count ${kind}`);
        return store.count(kind, id, query);
      },
    },
    transact: { value: store.transact.bind(store) },
    trace: {
      value: {
        page: (...[id, query]: Parameters<Store['trace']['page']>) => {
          calls.push(`trace.page ${query.limit}`);
          return store.trace.page(id, query);
        },
        get: (...[id, event]: Parameters<Store['trace']['get']>) => {
          calls.push('trace.get');
          return store.trace.get(id, event);
        },
        subscribe: store.trace.subscribe.bind(store.trace),
      },
    },
  });
  return { calls, store: recorder };
}
