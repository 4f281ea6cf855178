import { type AccountClock, type CancelTimer, type Clock, machineTime } from '@svc-simulator/core';
import TinyQueue from 'tinyqueue';
import { SOON_MS } from '../store.ts';
import type { TimerNode } from './entry.ts';

/** Below so many nodes, tidying is not worth it. */
const TIDY_FROM = 8192;

/** Timers by when the machine's clock makes them due. Those that are outdated go when they come up, or when there are twice as many as counted. */
export class DueQueue {
  #nodes = queueOf([]);
  #tidyFrom = TIDY_FROM;

  /** Those that count, in no order. */
  get nodes(): readonly TimerNode[] {
    return this.#nodes.data.filter((node) => node.entry.node === node);
  }

  /** The earliest. */
  get first(): TimerNode | undefined {
    for (let first = this.#nodes.peek(); first; first = this.#nodes.peek()) {
      if (first.entry.node === first) return first;
      this.#nodes.pop();
    }
    return undefined;
  }

  /** Holds these instead of all before. */
  hold(nodes: readonly TimerNode[]): void {
    this.#nodes = queueOf([...nodes]);
    this.#tidyFrom = Math.max(TIDY_FROM, 2 * nodes.length);
  }

  push(node: TimerNode): void {
    this.#nodes.push(node);
    if (this.#nodes.length > this.#tidyFrom) this.hold(this.nodes);
  }

  /** Takes the earliest out. */
  shift(): TimerNode | undefined {
    return this.first && this.#nodes.pop();
  }

  /** The clock was set: what is near has the same wait as before where that is shorter now, all else is due by the clock as it is. */
  jumped(clock: Clock): void {
    const elapsedMs = clock.elapsed();
    const leadMs = clock.now() - elapsedMs;
    for (const node of this.nodes) {
      const backMs = node.leadMs - leadMs;
      if (backMs > 0 && node.atMs - node.leadMs < elapsedMs + SOON_MS) {
        node.atMs -= backMs;
        node.setBackMs += backMs;
      }
      node.leadMs = leadMs;
    }
    this.hold(this.nodes);
  }
}

/** The earliest first, those of one time in the order in which they came. */
function queueOf(nodes: TimerNode[]): TinyQueue<TimerNode> {
  return new TinyQueue(nodes, (a, b) => a.atMs - b.atMs || a.seq - b.seq);
}

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
    return this.#ahead.first;
  }

  /** True when it is the earliest now. */
  push(node: TimerNode): boolean {
    this.#ahead.push(node);
    return this.first === node;
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
      this.#ahead.shift();
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
