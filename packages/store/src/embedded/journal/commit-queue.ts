import { messageOf } from '@svc-simulator/machine/errors.ts';
import { StoreUnavailableError } from '../../store.ts';

export interface CommitSink<T> {
  /** Stores the whole group so that it survives the death of the process, or stores nothing. */
  write(group: readonly T[]): Promise<void> | void;
  onStored(group: readonly T[]): void;
  onRefused(group: readonly T[], error: StoreUnavailableError): void;
  onBroken(cause: unknown): void;
}

/**
 * Group commit: commits that arrive while a group is being written form the next group, which is one write of
 * any size.
 */
export class CommitQueue<T> {
  readonly #sink: CommitSink<T>;
  #pendingItems: T[] = [];
  #beforeNext: (() => void)[] = [];
  #betweenGroups: Work[] = [];
  #brokenCause: unknown = null;
  #isBusy = false;
  #idleWaiters: (() => void)[] = [];

  constructor(sink: CommitSink<T>) {
    this.#sink = sink;
  }

  push(item: T): void {
    if (this.#brokenCause) return;
    this.#pendingItems.push(item);
    this.#schedule();
  }

  /** Runs `work` before the next group is taken, so that commits it pushes are included. */
  beforeNext(work: () => void): void {
    if (this.#brokenCause) return;
    this.#beforeNext.push(work);
    this.#schedule();
  }

  between<R>(work: () => Promise<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (this.#brokenCause) return reject(this.#brokenCause);
      this.#betweenGroups.push({ run: () => work().then(resolve, reject), reject });
      this.#schedule();
    });
  }

  async idle(): Promise<void> {
    while (this.#isBusy) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  #schedule(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Requests that arrive in one turn of the event loop share one write.
    setImmediate(this.#run);
  }

  /** Runs until nothing is left; synchronous as long as the sink is. */
  readonly #run = (): void => {
    try {
      while (
        !this.#brokenCause &&
        this.#beforeNext.length + this.#pendingItems.length + this.#betweenGroups.length > 0
      ) {
        for (const callback of this.#beforeNext.splice(0)) callback();
        const work = this.#betweenGroups.shift()?.run() ?? this.#write();
        if (work) return void work.then(this.#run).catch((cause) => this.break(cause));
      }
    } catch (cause) {
      this.break(cause);
    }
    this.#becomeIdle();
  };

  #write(): Promise<void> | void {
    const group = this.#pendingItems;
    if (group.length === 0) return;
    this.#pendingItems = [];
    const onStored = () => {
      if (!this.#brokenCause) this.#sink.onStored(group);
    };
    let write: Promise<void> | void;
    try {
      write = this.#sink.write(group);
    } catch (cause) {
      return this.#refuse(group, cause);
    }
    return write ? write.then(onStored, (cause) => this.#refuse(group, cause)) : onStored();
  }

  /**
   * Also refuses commits that arrived in the meantime, because their event ids follow ids that don't exist.
   */
  #refuse(group: readonly T[], cause: unknown): void {
    const refusedItems = group.concat(this.#pendingItems);
    this.#pendingItems = [];
    this.#sink.onRefused(refusedItems, directoryUnavailable(cause));
  }

  #becomeIdle(): void {
    this.#isBusy = false;
    for (const idle of this.#idleWaiters.splice(0)) idle();
  }

  break(cause: unknown): void {
    if (this.#brokenCause) return;
    this.#brokenCause = cause ?? new Error('broken');
    this.#pendingItems = [];
    for (const { reject } of this.#betweenGroups.splice(0)) reject(cause);
    this.#sink.onBroken(cause);
    this.#becomeIdle();
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
