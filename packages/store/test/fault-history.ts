import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import type { EmbeddedStore } from '../src/embedded/embedded-store.ts';
import type { Durability } from '../src/embedded/journal/journal.ts';
import { StoreUnavailableError } from '../src/store.ts';
import { bury, openOn } from './fault-store.ts';
import { type DiskCall, type Fate, FaultyFiles } from './faulty-files.ts';
import { type ChangeStep, commitStep, HistoryModel, type Observed } from './history-model.ts';
import type { MemoryDisk } from './memory-disk.ts';

const BEAT_MS = 20;

const add = (account: string, number: number, pad = 0): ChangeStep => ({
  do: 'put',
  account,
  id: `${account}${number}`,
  status: 'pending',
  pad,
});
const change = (account: string, number: number): ChangeStep => {
  return { do: 'put', account, id: `${account}${number}`, status: 'paid' };
};
const tell = (account: string, count: number): ChangeStep => ({
  do: 'events',
  account,
  count,
  sessionId: count % 2 ? 'x' : 'y',
});

/** What three processes do one after the other; the steps of a beat come together. The second one is killed. */
const runs: readonly { readonly beats: readonly (readonly ChangeStep[])[]; readonly killed?: true }[] = [
  {
    beats: [
      [add('a', 1), tell('a', 1)],
      [add('b', 1), add('a', 2)],
      [tell('b', 3), change('a', 1)],
      [add('a', 3, 2500), tell('a', 2)],
      [{ do: 'delete', account: 'a', id: 'a2' }],
      [tell('a', 1), add('b', 2)],
    ],
  },
  {
    beats: [
      [add('a', 4), tell('b', 1)],
      [{ do: 'reset', account: 'a', keep: 'a1' }],
      [tell('a', 3), add('a', 5, 4000)],
      [change('b', 1), tell('b', 2)],
      [add('a', 6)],
    ],
    killed: true,
  },
  { beats: [[add('b', 3), tell('a', 1)], [change('a', 6)], [add('a', 7, 6000)], [tell('b', 1)]] },
];

/** One directory through the history, as far as it comes. */
export class FaultHistory {
  /** Every call to the disk so far, of all processes. */
  readonly calls: DiskCall[] = [];
  /** Decides on each call, by its number over all processes. */
  fate: (number: number) => Fate = () => 'happens';
  readonly clock = new ManualClock();
  readonly warnings: string[] = [];
  /** Acknowledged commits, in order, and when they were. */
  readonly acknowledged: { readonly step: ChangeStep; readonly atMs: number }[] = [];
  /** What nobody knows of whether it is stored: it was under way when the process died. */
  inDoubt: readonly ChangeStep[] = [];
  /** Refused commits that may be found all the same, each with how many acknowledged ones are before it. */
  readonly #leftBehind: { readonly after: number; readonly steps: readonly ChangeStep[] }[] = [];
  readonly #disk: MemoryDisk;
  readonly #durability: Durability;
  #refused: readonly ChangeStep[] = [];
  /** How many commits were safe from a power cut when the process before was closed, killed or taken over from. */
  #safe = 0;
  #running = false;
  #diedAtMs: number | undefined;
  /** What was refused could not be cut off the journal again. */
  #cutFailed = false;
  #files: FaultyFiles;

  constructor(disk: MemoryDisk, durability: Durability) {
    this.#disk = disk;
    this.#durability = durability;
    this.#files = new FaultyFiles(disk);
  }

  /** It died of its fate. */
  get dead(): boolean {
    return this.#files.dead;
  }

  /** Plays it, until the process dies; what fails meanwhile is refused, and may not end it. */
  async play(): Promise<void> {
    await this.#playRuns();
    this.#noteWhatIsLeft();
  }

  async #playRuns(): Promise<void> {
    for (const { beats, killed } of runs) {
      // Long enough for what earlier processes left unsynced to be older than anybody may lose.
      await this.clock.advance(1000);
      this.#files = this.#process();
      const store = await this.#open();
      if (!store) return;
      // What the process before had not synced yet, the start has.
      this.#safe = this.acknowledged.length;
      this.#running = true;
      for (const steps of beats) {
        await this.#beat(store, steps);
        if (this.dead) return;
        // Death comes before the last sync.
        if (!killed || steps !== beats.at(-1)) await this.clock.advance(BEAT_MS);
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

  /** The disk as one process has it. */
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

  /** A start that fails because the disk does has to succeed once it does no longer. */
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
    const refused: ChangeStep[] = [];
    for (const [at, step] of steps.entries()) {
      const answer = answers[at] as PromiseSettledResult<void>;
      if (answer.status === 'fulfilled') this.acknowledged.push({ step, atMs: this.clock.now() });
      else if (this.dead || answer.reason instanceof StoreUnavailableError) refused.push(step);
      else throw answer.reason;
    }
    if (this.dead) this.inDoubt = refused;
    // Nothing is appended behind what has to be cut off first, so only the first one can be left behind.
    if (refused.length === 0) this.#refused = [];
    else if (this.#refused.length === 0) this.#refused = refused;
  }

  async #close(store: EmbeddedStore): Promise<void> {
    const before = this.warnings.length;
    await store.close();
    if (this.dead) return;
    if (this.warnings.length === before) this.#safe = this.acknowledged.length;
  }

  /** How many commits a power cut may not take away now. */
  safeCommits(): number {
    if (this.#durability === 'strict') return this.acknowledged.length;
    if (!this.#running) return this.#safe;
    const since = (this.#diedAtMs ?? this.clock.now()) - 50;
    return Math.max(this.#safe, this.acknowledged.filter(({ atMs }) => atMs < since).length);
  }

  /** What a store may hold that has at least the first `least` commits, and nothing out of order. */
  *possible(least: number): IterableIterator<Observed> {
    const all = [...this.acknowledged.map(({ step }) => step), ...this.inDoubt];
    for (let count = least; count <= all.length; count++) {
      yield modelOf(all.slice(0, count));
      // A disk that can't even take back what it refused is the one case in which it may come again.
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
