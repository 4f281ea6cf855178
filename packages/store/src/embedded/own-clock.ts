import { type AccountClock, type CancelTimer, type Clock, machineTime } from '@svc-simulator/core';
import { DueQueue } from './due-queue.ts';
import type { TimerNode } from './entry.ts';

/** The timers of an account that has, or had, a clock of its own. Those that are not due wait here, so that to set it moves none of them. */
export class OwnClock {
  /** Undefined: the account goes by the machine's clock again. */
  clock: AccountClock | undefined;
  /** By the machine. */
  setAtMs: number;
  /** Those in the queue of all. */
  readonly near = new Set<TimerNode>();
  /** By the account's time. */
  readonly #ahead = new DueQueue();
  readonly #machine: Clock;
  /** At the time of the earliest ahead. */
  #alarm: { readonly atMs: number; readonly cancel: CancelTimer } | null = null;

  constructor(machine: Clock, clock: AccountClock | undefined) {
    this.#machine = machine;
    this.clock = clock;
    this.setAtMs = machine.now();
  }

  /** The earliest that is ahead. */
  get first(): TimerNode | undefined {
    for (let first = this.#ahead.peek(); first; first = this.#ahead.peek()) {
      if (first.entry.node === first) return first;
      this.#ahead.pop();
    }
    return undefined;
  }

  /** True when it is the earliest now. */
  push(node: TimerNode): boolean {
    this.#ahead.push(node);
    return this.#ahead.peek() === node;
  }

  /** One of those that were pushed is outdated by now. */
  outdate(): void {
    this.#ahead.outdate();
  }

  /** Puts what has come due, or does before the machine's clock shows `soonMs`, into the queue of all; `due` is called when the next one is. */
  release(queue: DueQueue, { soonMs, leadMs }: { soonMs: number; leadMs: number }, due: () => void): void {
    let nextMs: number | null = null;
    for (let first = this.first; first; first = this.first) {
      const atMs = machineTime(this.clock, first.dueMs);
      if (atMs === null || atMs > soonMs) {
        nextMs = atMs;
        break;
      }
      this.#ahead.pop();
      Object.assign(first, { atMs, leadMs, state: 'queued' });
      this.near.add(first);
      queue.push(first);
    }
    if (this.#alarm && this.#alarm.atMs === nextMs) return;
    this.silence();
    if (nextMs === null) return;
    const cancel = this.#machine.at(nextMs, () => {
      this.#alarm = null;
      due();
    });
    this.#alarm = { atMs: nextMs, cancel };
  }

  silence(): void {
    this.#alarm?.cancel();
    this.#alarm = null;
  }
}
