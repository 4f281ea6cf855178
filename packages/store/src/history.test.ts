import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FaultyFiles } from '../test/faulty-files.ts';
import {
  type ChangeStep,
  commitStep,
  HistoryModel,
  modelAccounts,
  modelStatuses,
  observe,
} from '../test/history-model.ts';
import { TestDirectories } from '../test/test-directories.ts';
import type { EmbeddedStore } from './embedded/embedded-store.ts';

const directories = new TestDirectories();

type Step = ChangeStep | { readonly do: 'full' } | { readonly do: 'kill' } | { readonly do: 'close' };

const account = fc.constantFrom(...modelAccounts);
const number = fc.integer({ min: 1, max: 8 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ do: fc.constant('put' as const), account, number, status: fc.constantFrom(...modelStatuses) })
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
  readonly #foldBytes: number;
  #files = new FaultyFiles();
  store: EmbeddedStore | null = null;

  constructor(directory: string, foldBytes: number) {
    this.#directory = directory;
    this.#foldBytes = foldBytes;
  }

  async open(): Promise<EmbeddedStore> {
    this.#files = new FaultyFiles();
    const options = { clock: new ManualClock(), files: this.#files, foldBytes: this.#foldBytes };
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
    await directories.bury(this.#directory);
  }
}

async function run(steps: readonly Step[], foldBytes: number): Promise<void> {
  const world = new World(await directories.make(), foldBytes);
  const model = new HistoryModel();
  let store = await world.open();
  for (const step of steps) {
    if (step.do === 'kill' || step.do === 'close') {
      await (step.do === 'kill' ? world.kill() : store.close());
      store = await world.open();
      await compare(store, model);
    } else if (step.do === 'full') {
      world.fill(true);
      await expect(commitStep(store, { do: 'reset', account: 'a', keep: 'a1' })).rejects.toThrow(
        'nothing was changed',
      );
      await expect(commitStep(store, { do: 'put', account: 'b', id: 'b2', status: 'paid' })).rejects.toThrow(
        'ENOSPC',
      );
      world.fill(false);
    } else {
      await commitStep(store, step);
      model.apply(step);
    }
  }
  await compare(store, model);
  await world.kill();
  await compare(await world.open(), model);
  await world.store?.close();
}

async function compare(store: EmbeddedStore, model: HistoryModel): Promise<void> {
  expect(await observe(store)).toEqual(model.expected());
}
