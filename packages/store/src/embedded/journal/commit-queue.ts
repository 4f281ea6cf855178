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
  #busy = false;
  #idlers: (() => void)[] = [];

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
    while (this.#busy) await new Promise<void>((resolve) => this.#idlers.push(resolve));
  }

  #begin(): void {
    if (this.#busy) return;
    this.#busy = true;
    // After the requests that arrived together, so that they share the write.
    setImmediate(this.#run);
  }

  /** Works off what there is. It makes no promise where the sink makes none. */
  readonly #run = (): void => {
    try {
      while (!this.#broken && this.#before.length + this.#waiting.length + this.#between.length > 0) {
        for (const work of this.#before.splice(0)) work();
        const underWay = this.#between.shift()?.run() ?? this.#write();
        if (underWay) return void underWay.then(this.#run).catch((cause) => this.break(cause));
      }
    } catch (cause) {
      this.break(cause);
    }
    this.#rest();
  };

  /** Writes the group that waits; a promise where that takes longer than this call. */
  #write(): Promise<void> | void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    const stored = () => {
      if (!this.#broken) this.#sink.stored(group);
    };
    let written: Promise<void> | void;
    try {
      written = this.#sink.write(group);
    } catch (cause) {
      return this.#refuse(group, cause);
    }
    return written ? written.then(stored, (cause) => this.#refuse(group, cause)) : stored();
  }

  /** Those that came meanwhile go with it: their events were numbered after events that do not exist now. */
  #refuse(group: readonly T[], cause: unknown): void {
    const all = group.concat(this.#waiting);
    this.#waiting = [];
    this.#sink.refused(all, unavailable(cause));
  }

  #rest(): void {
    this.#busy = false;
    for (const idle of this.#idlers.splice(0)) idle();
  }

  /** From now on nothing is written, and nothing run in between. */
  break(cause: unknown): void {
    if (this.#broken) return;
    this.#broken = cause ?? new Error('broken');
    this.#waiting = [];
    for (const { reject } of this.#between.splice(0)) reject(cause);
    this.#sink.broken(cause);
    this.#rest();
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
