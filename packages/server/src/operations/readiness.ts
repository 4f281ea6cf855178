import { type Fault, faultAt } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import type { DueWork } from '@svc-simulator/store/store.ts';
import { brokenStore } from '../http/refusals.ts';
import type { MeasuredStore } from './measured-store.ts';

/** The store has so long to say what is due. */
const ANSWER_WITHIN_MS = 2000;
/** A failed write counts so long; then requests come again, and show whether it can. */
const FAILURE_COUNTS_MS = 5000;
/** What was due so long ago and nobody has taken up is overdue. */
const OVERDUE_MS = 30_000;

/** Whether this instance should get requests: not while it stops, cannot store, or does not get its jobs done. */
export class Readiness {
  readonly #clock: Clock;
  readonly #measured: MeasuredStore;
  #draining = false;
  #asking: Promise<DueWork | null> | null = null;

  constructor(clock: Clock, measured: MeasuredStore) {
    this.#clock = clock;
    this.#measured = measured;
  }

  /** From now on it is not ready, although it still serves: balancers are to notice. */
  drain(): void {
    this.#draining = true;
  }

  /** The checks that fail, each with its name as pointer; none: it is ready. */
  async faults(): Promise<readonly Fault[]> {
    if (this.#draining) return [faultAt('/draining', 'fault.ready.draining')];
    const { broken } = this.#measured.store.integrity;
    if (broken) return [{ pointer: '/store', ...brokenStore(broken) }];
    const failedAt = this.#measured.failingSince();
    if (failedAt !== null && this.#clock.elapsed() - failedAt < FAILURE_COUNTS_MS)
      return [faultAt('/store', 'fault.ready.unwritable')];
    const work = await this.dueWork();
    if (!work) return [faultAt('/store', 'fault.ready.silent')];
    const lateMs = work.oldestDueAt === null ? 0 : this.#clock.now() - work.oldestDueAt;
    if (lateMs <= OVERDUE_MS) return [];
    return [faultAt('/jobs', 'fault.ready.late', { jobs: work.due, seconds: Math.floor(lateMs / 1000) })];
  }

  /** What is due, from the store itself; null when it cannot say in time. However many ask at once, it is asked once. */
  dueWork(): Promise<DueWork | null> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  #ask(): Promise<DueWork | null> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ANSWER_WITHIN_MS, () => resolve(null));
      const end = (work: DueWork | null) => {
        cancel();
        resolve(work);
      };
      Promise.resolve()
        .then(() => this.#measured.store.dueWork())
        .then(end, () => end(null));
    });
  }
}
