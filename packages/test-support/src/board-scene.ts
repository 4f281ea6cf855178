import { createRecordPolicy, type Kind } from '@svc-simulator/core';
import { type BoardMessage, ClassBoards } from '@svc-simulator/server/classes/class-boards.ts';
import { classProgress, createClass } from '@svc-simulator/server/classes/class-service.ts';
import { joinClass, leaveClass } from '@svc-simulator/server/classes/membership.ts';
import { practiceRecords } from '@svc-simulator/server/practices/practice-records.ts';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { put, ref, type Store, type StoredTraceEvent } from '@svc-simulator/store/store.ts';
import { ManualClock } from './manual-clock.ts';
import { SeededRandom } from './seeded-random.ts';

/** Wraps a store: counts the reads of boards, and can delay them or make them fail. */
class WatchedStore {
  lists = 0;
  gets = 0;
  subscribers = 0;
  /** `list` of this kind of records waits until `gate` resolves. */
  delayedKind: Kind | null = null;
  gate: Promise<void> = Promise.resolve();
  broken = false;
  /** Removes the data of events, as if they came from another instance. */
  withoutData = false;
  readonly store: Store;

  constructor(inner: Store) {
    const watch = this;
    this.store = {
      integrity: inner.integrity,
      transact: inner.transact.bind(inner),
      get(kind, id) {
        watch.gets++;
        return inner.get(kind, id);
      },
      async list(kind, accountId, query) {
        watch.lists++;
        if (watch.broken) throw new Error('the database is away');
        const page = await inner.list(kind, accountId, query);
        if (kind === watch.delayedKind) await watch.gate;
        return page;
      },
      count: inner.count.bind(inner),
      accountOverviews: inner.accountOverviews.bind(inner),
      exportAccount: inner.exportAccount.bind(inner),
      usageOf: inner.usageOf.bind(inner),
      trace: {
        page: inner.trace.page.bind(inner.trace),
        get: inner.trace.get.bind(inner.trace),
        subscribe(accountId, listener) {
          watch.subscribers++;
          const unsubscribe = inner.trace.subscribe(accountId, (event) => {
            const { data: _, ...remote } = event;
            listener(watch.withoutData ? (remote as StoredTraceEvent) : event);
          });
          return () => {
            watch.subscribers--;
            unsubscribe();
          };
        },
      },
      start: inner.start.bind(inner),
      dueWork: inner.dueWork.bind(inner),
      ping: inner.ping.bind(inner),
      whenCaughtUp: inner.whenCaughtUp.bind(inner),
      isEmpty: inner.isEmpty.bind(inner),
      beforeNextCommit: inner.beforeNextCommit.bind(inner),
      close: inner.close.bind(inner),
    };
  }
}

/** Opens a class on its own store, with its live board. Returns functions for the actions of trainees. */
export async function boardScene() {
  const clock = new ManualClock();
  const policy = createRecordPolicy();
  const inner = await openEmbeddedStore({ directory: null, clock, policy, derive: practiceRecords });
  const watched = new WatchedStore(inner);
  const logged: string[] = [];
  const log = (_level: string, message: string) => logged.push(message);
  const runtime = { clock, random: new SeededRandom(1), store: inner };
  const classRecord = await createClass(runtime, 'acc_owner', 'March');
  const other = await createClass(runtime, 'acc_owner', 'April');
  const join = async (name: string, to = classRecord) => {
    const id = `acc_${name}`;
    if (!inner.get('account', id)) {
      // A board reads only these fields of an account.
      const account = { id, shortName: name } as never;
      await inner.transact({ account: id, lock: [ref('account', id)] }, () => ({
        result: null,
        puts: [put('account', id, account)],
      }));
    }
    await joinClass(runtime, id, to.joinCode);
  };
  const addEvent = (name: string, type: StoredTraceEvent['type'], data: object = {}) =>
    inner.transact({ account: `acc_${name}` }, () => ({
      result: null,
      events: [{ type: type as never, at: clock.now(), data: { ...data } }],
    }));
  const reset = (name: string) =>
    inner.transact({ account: `acc_${name}`, exclusive: true }, () => ({
      result: null,
      clear: ['practice'],
      clearTrace: true,
      events: [{ type: 'control.reset', at: clock.now(), data: {} }],
    }));
  const boards = new ClassBoards({ store: watched.store, log });
  const follow = () => {
    const messages: BoardMessage[] = [];
    const stop = boards.follow(classRecord, (message) => messages.push(message));
    return {
      messages,
      stop,
      newMessages: () => messages.splice(0).map(({ kind, json }) => [kind, JSON.parse(json)]),
    };
  };
  return {
    clock,
    watched,
    logged,
    classRecord,
    other,
    boards,
    follow,
    join,
    addEvent,
    reset,
    leave: (name: string) => leaveClass(runtime, `acc_${name}`),
    board: async () => {
      const { trainees } = await classProgress(runtime, classRecord, 'es');
      return { trainees: trainees.map(({ progress }) => progress) };
    },
    settle: () => clock.advance(0),
  };
}
