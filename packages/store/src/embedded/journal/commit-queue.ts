import { messageOf } from '@svc-simulator/machine/errors.ts';
import { StoreUnavailableError } from '../../store.ts';

export interface CommitSink<T> {
  /** Stores the whole group durably against the death of the process, or nothing of it. */
  write(group: readonly T[]): Promise<void> | void;
  stored(group: readonly T[]): void;
  refused(group: readonly T[], error: StoreUnavailableError): void;
  broken(cause: unknown): void;
}

/**
 * Group commit: commits that arrive while a group is written form the next group, which is one write whatever
 * its size.
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

  push(item: T): void {
    if (this.#broken) return;
    this.#waiting.push(item);
    this.#begin();
  }

  /** Runs `work` before the next group is taken, so that commits it pushes are included. */
  beforeNext(work: () => void): void {
    if (this.#broken) return;
    this.#before.push(work);
    this.#begin();
  }

  between<R>(work: () => Promise<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (this.#broken) return reject(this.#broken);
      this.#between.push({ run: () => work().then(resolve, reject), reject });
      this.#begin();
    });
  }

  async idle(): Promise<void> {
    while (this.#busy) await new Promise<void>((resolve) => this.#idlers.push(resolve));
  }

  #begin(): void {
    if (this.#busy) return;
    this.#busy = true;
    // Requests that arrived together share one write.
    setImmediate(this.#run);
  }

  /** Runs until nothing is left. It stays synchronous while the sink is. */
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

  #write(): Promise<void> | void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    const onStored = () => {
      if (!this.#broken) this.#sink.stored(group);
    };
    let writing: Promise<void> | void;
    try {
      writing = this.#sink.write(group);
    } catch (cause) {
      return this.#refuse(group, cause);
    }
    return writing ? writing.then(onStored, (cause) => this.#refuse(group, cause)) : onStored();
  }

  /** Commits that arrived meanwhile are refused also: their event ids follow ids that don't exist. */
  #refuse(group: readonly T[], cause: unknown): void {
    const all = group.concat(this.#waiting);
    this.#waiting = [];
    this.#sink.refused(all, directoryUnavailable(cause));
  }

  #rest(): void {
    this.#busy = false;
    for (const idle of this.#idlers.splice(0)) idle();
  }

  break(cause: unknown): void {
    if (this.#broken) return;
    this.#broken = cause ?? new Error('broken');
    this.#waiting = [];
    for (const { reject } of this.#between.splice(0)) reject(cause);
    this.#sink.broken(cause);
    this.#rest();
  }
}

interface Work {
  readonly run: () => Promise<void>;
  readonly reject: (error: unknown) => void;
}

function directoryUnavailable(cause: unknown): StoreUnavailableError {
  if (cause instanceof StoreUnavailableError) return cause;
  const reason = messageOf(cause);
  return new StoreUnavailableError(
    `the data directory cannot be written, so nothing was changed: ${reason}`,
    { cause },
  );
}
