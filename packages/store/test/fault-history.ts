import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import type { EmbeddedStore } from '../src/embedded/embedded-store.ts';
import type { Durability } from '../src/embedded/journal/journal.ts';
import { StoreUnavailableError } from '../src/store.ts';
import { bury, openOn } from './fault-store.ts';
import { type DiskCall, type Fate, FaultyFiles } from './faulty-files.ts';
import { type ChangeStep, commitStep, HistoryModel, type Observed } from './history-model.ts';
import type { MemoryDisk } from './memory-disk.ts';

const BEAT_LENGTH_MS = 20;

const addSession = (account: string, number: number, pad = 0): ChangeStep => ({
  do: 'put',
  account,
  id: `${account}${number}`,
  status: 'pending',
  pad,
});
const paySession = (account: string, number: number): ChangeStep => {
  return { do: 'put', account, id: `${account}${number}`, status: 'paid' };
};
const addEvents = (account: string, count: number): ChangeStep => ({
  do: 'events',
  account,
  count,
  sessionId: count % 2 ? 'x' : 'y',
});

/**
 * The steps of three processes that run one after the other. The steps of a beat run at the same time. The
 * second process is killed after its last beat.
 */
const runs: readonly { readonly beats: readonly (readonly ChangeStep[])[]; readonly killed?: true }[] = [
  {
    beats: [
      [addSession('a', 1), addEvents('a', 1)],
      [addSession('b', 1), addSession('a', 2)],
      [addEvents('b', 3), paySession('a', 1)],
      [addSession('a', 3, 2500), addEvents('a', 2)],
      [{ do: 'delete', account: 'a', id: 'a2' }],
      [addEvents('a', 1), addSession('b', 2)],
    ],
  },
  {
    beats: [
      [addSession('a', 4), addEvents('b', 1)],
      [{ do: 'reset', account: 'a', keep: 'a1' }],
      [addEvents('a', 3), addSession('a', 5, 4000)],
      [paySession('b', 1), addEvents('b', 2)],
      [addSession('a', 6)],
    ],
    killed: true,
  },
  {
    beats: [
      [addSession('b', 3), addEvents('a', 1)],
      [paySession('a', 6)],
      [addSession('a', 7, 6000)],
      [addEvents('b', 1)],
    ],
  },
];

export class FaultHistory {
  readonly calls: DiskCall[] = [];
  fate: (number: number) => Fate = () => 'happens';
  readonly clock = new ManualClock();
  readonly warnings: string[] = [];
  readonly acknowledged: { readonly step: ChangeStep; readonly atMs: number }[] = [];
  /** Steps that were running when the process died. They can be stored or not. */
  inDoubt: readonly ChangeStep[] = [];
  /**
   * Refused commits that the journal can still contain, each with the number of commits that were
   * acknowledged before it.
   */
  readonly #leftBehind: { readonly after: number; readonly steps: readonly ChangeStep[] }[] = [];
  readonly #disk: MemoryDisk;
  readonly #durability: Durability;
  #refused: readonly ChangeStep[] = [];
  /** Number of commits that would have survived a power cut when the former process ended. */
  #safe = 0;
  #running = false;
  #diedAtMs: number | undefined;
  /** True if a refused commit couldn't be removed from the journal. */
  #cutFailed = false;
  #files: FaultyFiles;

  constructor(disk: MemoryDisk, durability: Durability) {
    this.#disk = disk;
    this.#durability = durability;
    this.#files = new FaultyFiles(disk);
  }

  get dead(): boolean {
    return this.#files.dead;
  }

  async play(): Promise<void> {
    await this.#playRuns();
    this.#noteWhatIsLeft();
  }

  async #playRuns(): Promise<void> {
    for (const { beats, killed } of runs) {
      // Separates the processes by more than the delay of a sync.
      await this.clock.advance(1000);
      this.#files = this.#process();
      const store = await this.#open();
      if (!store) return;
      // The start syncs everything that the former process had not synced.
      this.#safe = this.acknowledged.length;
      this.#running = true;
      for (const steps of beats) {
        await this.#beat(store, steps);
        if (this.dead) return;
        // The process dies before its last sync.
        if (!killed || steps !== beats.at(-1)) await this.clock.advance(BEAT_LENGTH_MS);
      }
      if (!killed) await this.#close(store);
      if (this.dead) return;
      this.#safe = this.safeCommits();
      this.#running = false;
      this.#noteWhatIsLeft();
      this.#files.die();
      await bury(this.#disk);
    }
  }

  #noteWhatIsLeft(): void {
    if (this.#cutFailed) this.#leftBehind.push({ after: this.acknowledged.length, steps: this.#refused });
  }

  #process(): FaultyFiles {
    const files = new FaultyFiles(this.#disk);
    this.#cutFailed = false;
    this.#refused = [];
    files.fate = (call) => {
      const fate = this.fate(this.calls.push(call));
      if (fate === 'dies') this.#diedAtMs = this.clock.now();
      if (call.name === 'truncate') this.#cutFailed = fate === 'fails';
      return fate;
    };
    return files;
  }

  /** Opens the store. If the disk makes the start fail, the next attempt must succeed once the disk works. */
  async #open(): Promise<EmbeddedStore | undefined> {
    const { clock, warnings } = this;
    const files = this.#files;
    const warn = (message: string) => !files.dead && warnings.push(message);
    for (;;) {
      try {
        return await openOn(files, clock, this.#durability, warn);
      } catch (error) {
        if (this.dead) return undefined;
        if (!/^(ENOSPC|EIO)/.test((error as Error).message)) throw error;
        await bury(this.#disk);
      }
    }
  }

  async #beat(store: EmbeddedStore, steps: readonly ChangeStep[]): Promise<void> {
    const answers = await Promise.allSettled(steps.map((step) => commitStep(store, step)));
    const refusedSteps: ChangeStep[] = [];
    for (const [at, step] of steps.entries()) {
      const answer = answers[at] as PromiseSettledResult<void>;
      if (answer.status === 'fulfilled') this.acknowledged.push({ step, atMs: this.clock.now() });
      else if (this.dead || answer.reason instanceof StoreUnavailableError) refusedSteps.push(step);
      else throw answer.reason;
    }
    if (this.dead) this.inDoubt = refusedSteps;
    // A refused group is cut off before the next append, so only the first one can remain.
    if (refusedSteps.length === 0) this.#refused = [];
    else if (this.#refused.length === 0) this.#refused = refusedSteps;
  }

  async #close(store: EmbeddedStore): Promise<void> {
    const before = this.warnings.length;
    await store.close();
    if (this.dead) return;
    if (this.warnings.length === before) this.#safe = this.acknowledged.length;
  }

  safeCommits(): number {
    if (this.#durability === 'strict') return this.acknowledged.length;
    if (!this.#running) return this.#safe;
    const since = (this.#diedAtMs ?? this.clock.now()) - 50;
    return Math.max(this.#safe, this.acknowledged.filter(({ atMs }) => atMs < since).length);
  }

  /** Yields all allowed contents with at least the first `least` commits, in order. */
  *possible(least: number): IterableIterator<Observed> {
    const all = [...this.acknowledged.map(({ step }) => step), ...this.inDoubt];
    for (let count = least; count <= all.length; count++) {
      yield modelOf(all.slice(0, count));
      // A refused commit can come back only if the disk couldn't cut it off.
      for (const { after, steps } of this.#leftBehind)
        yield modelOf([...all.slice(0, after), ...steps, ...all.slice(after, count)]);
    }
  }
}

function modelOf(steps: readonly ChangeStep[]): Observed {
  const model = new HistoryModel();
  for (const step of steps) model.apply(step);
  return model.expected();
}
