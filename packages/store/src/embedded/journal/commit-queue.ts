import { messageOf } from '@svc-simulator/machine/errors.ts';
import { StoreUnavailableError } from '../../store.ts';

/** Where groups of decided transactions go. */
export interface CommitSink<T> {
  /** Makes the group safe from the death of the process; all of it or nothing. */
  write(group: readonly T[]): Promise<void> | void;
  stored(group: readonly T[]): void;
  /** The group is not stored, and nothing of it may show. */
  refused(group: readonly T[], error: StoreUnavailableError): void;
  /** It broke: something threw that is not the write. */
  broken(cause: unknown): void;
}

/**
 * Group commit: while one group is written, the commits that come wait and make the next group, which is one write
 * however many they are.
 */
export class CommitQueue<T> {
  readonly #sink: CommitSink<T>;
  #waiting: T[] = [];
  #before: (() => void)[] = [];
  #between: Work[] = [];
  #broken: unknown = null;
  #turn: Promise<void> | null = null;

  constructor(sink: CommitSink<T>) {
    this.#sink = sink;
  }

  push(decided: T): void {
    if (this.#broken) return;
    this.#waiting.push(decided);
    this.#begin();
  }

  /** Runs `work` before the next group is taken, of which what it pushes is part. */
  beforeNext(work: () => void): void {
    if (this.#broken) return;
    this.#before.push(work);
    this.#begin();
  }

  /** Runs `work` while no group is under way: what was pushed before may be written before or after it. */
  between<R>(work: () => Promise<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (this.#broken) return reject(this.#broken);
      this.#between.push({ run: () => work().then(resolve, reject), reject });
      this.#begin();
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#turn) await this.#turn;
  }

  #begin(): void {
    this.#turn ??= new Promise((resolve) => {
      // After the requests that arrived together, so that they share the write.
      setImmediate(() => resolve(this.#run().catch((cause) => this.break(cause))));
    });
  }

  async #run(): Promise<void> {
    while (this.#before.length + this.#waiting.length + this.#between.length > 0) {
      for (const work of this.#before.splice(0)) work();
      for (const work of this.#between.splice(0)) await work.run();
      if (this.#broken) return;
      const group = this.#waiting;
      if (group.length === 0) continue;
      this.#waiting = [];
      try {
        const written = this.#sink.write(group);
        if (written) await written;
        if (this.#broken) return;
      } catch (cause) {
        // Those that came meanwhile go with it: their events were numbered after events that do not exist now.
        const all = group.concat(this.#waiting);
        this.#waiting = [];
        this.#sink.refused(all, unavailable(cause));
        continue;
      }
      this.#sink.stored(group);
    }
    this.#turn = null;
  }

  /** From now on nothing is written, and nothing run in between. */
  break(cause: unknown): void {
    if (this.#broken) return;
    this.#broken = cause ?? new Error('broken');
    this.#turn = null;
    this.#waiting = [];
    for (const { reject } of this.#between.splice(0)) reject(cause);
    this.#sink.broken(cause);
  }
}

/** What is run while no group is under way. */
interface Work {
  readonly run: () => Promise<void>;
  readonly reject: (error: unknown) => void;
}

function unavailable(cause: unknown): StoreUnavailableError {
  if (cause instanceof StoreUnavailableError) return cause;
  const reason = messageOf(cause);
  return new StoreUnavailableError(
    `the data directory cannot be written, so nothing was changed: ${reason}`,
    { cause },
  );
}
