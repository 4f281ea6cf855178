import { messageOf } from '@svc-simulator/machine/errors.ts';
import { StoreUnavailableError } from '../../store.ts';

export interface CommitSink<T> {
  /** Stores the group completely or not at all. Afterwards it survives a crash of the process. */
  write(group: readonly T[]): Promise<void> | void;
  onStored(group: readonly T[]): void;
  onRefused(group: readonly T[], error: StoreUnavailableError): void;
  onBroken(cause: unknown): void;
}

/** Implements group commit: commits that arrive during a write share the next write. */
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

  /** Runs `work` before the next group is formed, so that the group includes commits of `work`. */
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

  async whenIdle(): Promise<void> {
    while (this.#isBusy) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  #schedule(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Waits for the end of this turn of the event loop, so that all commits of the turn share one write.
    setImmediate(this.#run);
  }

  /** Writes groups until none is left. If the sink is synchronous, all groups are written without a pause. */
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

  /** Also refuses commits that arrived during the write, because their event ids follow the group's. */
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
