import { ManualClock } from '@svc-simulator/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmbeddedStore } from './embedded-store.ts';
import { FaultyFiles } from './faulty-files.ts';
import { put, type Ref, ref } from './store.ts';
import { session } from './store-samples.ts';
import { TestDirectories } from './test-directories.ts';

const directories = new TestDirectories();
const accounts = ['a', 'b'] as const;
const statuses = ['pending', 'paid', 'failed', 'expired'] as const;

type Step =
  | {
      readonly do: 'put';
      readonly account: string;
      readonly id: string;
      readonly status: (typeof statuses)[number];
    }
  | { readonly do: 'delete'; readonly account: string; readonly id: string }
  | { readonly do: 'reset'; readonly account: string; readonly keep: string }
  | { readonly do: 'events'; readonly account: string; readonly count: number; readonly sessionId: string }
  | { readonly do: 'full' }
  | { readonly do: 'kill' }
  | { readonly do: 'close' };

const account = fc.constantFrom(...accounts);
const number = fc.integer({ min: 1, max: 8 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ do: fc.constant('put' as const), account, number, status: fc.constantFrom(...statuses) })
      .map(({ number, ...rest }) => ({ ...rest, id: `${rest.account}${number}` })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ do: fc.constant('delete' as const), account, number })
      .map(({ number, ...rest }) => ({ ...rest, id: `${rest.account}${number}` })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ do: fc.constant('reset' as const), account })
      .map((rest) => ({ ...rest, keep: `${rest.account}1` })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('events' as const),
      account,
      count: fc.integer({ min: 1, max: 4 }),
      sessionId: fc.constantFrom('x', 'y'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'full' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'kill' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'close' as const }) },
);

/** What the store should hold: sessions in the order of creation, and the events that are not cleared. */
class Model {
  readonly sessions = new Map<string, ReturnType<typeof session>>();
  readonly events = new Map<string, { id: number; sessionId: string }[]>(accounts.map((name) => [name, []]));
  readonly next = new Map<string, number>(accounts.map((name) => [name, 1]));

  apply(step: ChangeStep): void {
    const { account } = step;
    if (step.do === 'put') this.sessions.set(step.id, session(account, step.id, step.status));
    else if (step.do === 'delete') this.sessions.delete(step.id);
    else if (step.do === 'events') this.#emit(account, step.count, step.sessionId);
    else {
      for (const [id, { accountId }] of [...this.sessions])
        if (accountId === account) this.sessions.delete(id);
      this.sessions.set(step.keep, session(account, step.keep, 'expired'));
      this.events.set(account, []);
    }
  }

  #emit(account: string, count: number, sessionId: string): void {
    for (let number = 0; number < count; number++) {
      const id = this.next.get(account) as number;
      this.next.set(account, id + 1);
      this.events.get(account)?.push({ id, sessionId });
    }
  }
}

describe('any history of commits, kills, closes and full disks', () => {
  it('leaves what a plain map would hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.constantFrom(800, 6000, 1e9), run),
      { numRuns: 60 },
    );
  }, 120_000);
});

/** One directory, and the store that is open on it. */
class World {
  readonly #directory: string;
  readonly #checkpointBytes: number;
  #files = new FaultyFiles();
  store: EmbeddedStore | null = null;

  constructor(directory: string, checkpointBytes: number) {
    this.#directory = directory;
    this.#checkpointBytes = checkpointBytes;
  }

  async open(): Promise<EmbeddedStore> {
    this.#files = new FaultyFiles();
    const options = { clock: new ManualClock(), files: this.#files, checkpointBytes: this.#checkpointBytes };
    this.store = await directories.open(this.#directory, options);
    return this.store;
  }

  fill(full: boolean): void {
    this.#files.fate = ({ name }) => (full && name === 'write' ? 'fails' : 'happens');
  }

  /** Ends the process at its next step on the disk; `close` only lets the test take the directory back then. */
  async kill(): Promise<void> {
    this.#files.fate = () => 'dies';
    await this.store?.close();
  }
}

async function run(steps: readonly Step[], checkpointBytes: number): Promise<void> {
  const world = new World(await directories.make(), checkpointBytes);
  const model = new Model();
  let store = await world.open();
  for (const step of steps) {
    if (step.do === 'kill' || step.do === 'close') {
      await (step.do === 'kill' ? world.kill() : store.close());
      store = await world.open();
      await compare(store, model);
    } else if (step.do === 'full') {
      world.fill(true);
      await expect(change(store, { do: 'reset', account: 'a', keep: 'a1' })).rejects.toThrow(
        'nothing was changed',
      );
      await expect(change(store, { do: 'put', account: 'b', id: 'b2', status: 'paid' })).rejects.toThrow(
        'ENOSPC',
      );
      world.fill(false);
    } else {
      await change(store, step);
      model.apply(step);
    }
  }
  await compare(store, model);
  await world.kill();
  await compare(await world.open(), model);
  await world.store?.close();
}

type ChangeStep = Exclude<Step, { readonly do: 'full' | 'kill' | 'close' }>;

function change(store: EmbeddedStore, step: ChangeStep): Promise<void> {
  const { account } = step;
  if (step.do === 'put') {
    const value = session(account, step.id, step.status);
    return store.transact({ account, lock: [ref('session', step.id)] }, () => ({
      result: undefined,
      puts: [put('session', step.id, value)],
    }));
  }
  if (step.do === 'delete') {
    const gone: Ref = ref('session', step.id);
    return store.transact({ account, lock: [gone] }, () => ({ result: undefined, deletes: [gone] }));
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

async function compare(store: EmbeddedStore, model: Model): Promise<void> {
  for (const account of accounts) {
    const newestFirst = [...model.sessions.values()]
      .filter(({ accountId }) => accountId === account)
      .reverse();
    expect(await listed(store, account)).toEqual(newestFirst);
    for (const status of statuses) {
      const tagged = newestFirst.filter((one) => one.status === status);
      expect(await listed(store, account, `button.${status}`)).toEqual(tagged);
    }
    const events = model.events.get(account) ?? [];
    const all = await store.trace.page(account, { limit: 1000, order: 'asc' });
    expect(all.map(({ id, sessionId }) => ({ id, sessionId }))).toEqual(events);
    expect(all.map(({ json }) => JSON.parse(json).id)).toEqual(events.map(({ id }) => id));
    const ofX = await store.trace.page(account, { limit: 1000, order: 'desc', sessionId: 'x' });
    const wanted = events.filter(({ sessionId }) => sessionId === 'x').reverse();
    expect(ofX.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    const next = await store.transact({ account }, (view) => ({ result: view.nextEventId }));
    expect(next).toBe(model.next.get(account));
  }
}

/** Page by page, so that cursors are walked too. */
async function listed(store: EmbeddedStore, account: string, tag?: string): Promise<unknown[]> {
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
