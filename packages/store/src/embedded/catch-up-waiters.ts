import { accountTime, type Clock } from '@svc-simulator/core';
import { StoreUnavailableError } from '../store.ts';
import type { OwnClock } from './due-queue.ts';

interface Waiter {
  readonly accountId: string;
  readonly resolve: (nextDueMs: number | null) => void;
  readonly reject: (error: Error) => void;
}

/** Implements `Store.whenCaughtUp`. */
export class CatchUpWaiters {
  readonly #clock: Clock;
  readonly #clocks: ReadonlyMap<string, OwnClock>;
  #waiters: Waiter[] = [];

  constructor(clock: Clock, clocks: ReadonlyMap<string, OwnClock>) {
    this.#clock = clock;
    this.#clocks = clocks;
  }

  get accounts(): Iterable<string> {
    return new Set(this.#waiters.map(({ accountId }) => accountId));
  }

  wait(accountId: string): Promise<number | null> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ accountId, resolve, reject });
    });
  }

  /** Ends the account's waits if none of its timers is due. Call it only while none of them is running. */
  endIfCaughtUp(accountId: string): void {
    const waiters = this.#waiters.filter((waiter) => waiter.accountId === accountId);
    if (waiters.length === 0) return;
    const ownClock = this.#clocks.get(accountId);
    let nextDueMs: number | null = null;
    if (ownClock?.clock) {
      const time = accountTime(ownClock.clock, this.#clock.now());
      for (const { dueMs } of ownClock.first
        ? [ownClock.first, ...ownClock.queuedNodes]
        : ownClock.queuedNodes) {
        if (dueMs <= time) return;
        nextDueMs = Math.min(nextDueMs ?? dueMs, dueMs);
      }
    }
    this.#waiters = this.#waiters.filter((waiter) => waiter.accountId !== accountId);
    for (const { resolve, reject } of waiters) {
      if (ownClock?.clock) resolve(nextDueMs);
      else reject(noOwnClockError());
    }
  }

  stop(): void {
    for (const { reject } of this.#waiters.splice(0)) reject(noOwnClockError());
  }
}

export function noOwnClockError(): StoreUnavailableError {
  return new StoreUnavailableError(
    'the account has no clock of its own any more, or the simulator is closing',
  );
}
