import { type AccountClock, type Clock, machineTime } from '@svc-simulator/core';
import TinyQueue from 'tinyqueue';
import { Alarm } from '../alarm.ts';
import { SOON_MS } from '../store.ts';
import { isCurrent, type TimerNode } from './entry.ts';

/** Below this size, compacting isn't worth it. */
const COMPACT_FROM = 8192;

/**
 * Timers by due time on the machine's clock. Outdated ones are dropped at the front, or when they exceed half
 * of the queue.
 */
export class DueQueue {
  #nodes = createQueue([]);
  #tidyFrom = COMPACT_FROM;

  get nodes(): readonly TimerNode[] {
    return this.#nodes.data.filter(isCurrent);
  }

  get first(): TimerNode | undefined {
    for (let first = this.#nodes.peek(); first; first = this.#nodes.peek()) {
      if (isCurrent(first)) return first;
      this.#nodes.pop();
    }
    return undefined;
  }

  hold(nodes: readonly TimerNode[]): void {
    this.#nodes = createQueue([...nodes]);
    this.#tidyFrom = Math.max(COMPACT_FROM, 2 * nodes.length);
  }

  push(node: TimerNode): void {
    this.#nodes.push(node);
    if (this.#nodes.length > this.#tidyFrom) this.hold(this.nodes);
  }

  shift(): TimerNode | undefined {
    return this.first && this.#nodes.pop();
  }

  /**
   * Adapts to a clock that was set: near timers keep a shorter remaining wait, all others follow the new
   * time.
   */
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

/** Sorts by due time, then by order of arrival. */
function createQueue(nodes: TimerNode[]): TinyQueue<TimerNode> {
  return new TinyQueue(nodes, (a, b) => a.atMs - b.atMs || a.seq - b.seq);
}

/**
 * The timers of an account with its own clock. Those that are not due wait here, so that setting the clock
 * moves none of them.
 */
export class OwnClock {
  /** Undefined when the account follows the machine's clock again. */
  clock: AccountClock | undefined;
  /** On the machine's clock. */
  setAtMs: number;
  /** Its timers in the shared queue. */
  readonly near = new Set<TimerNode>();
  readonly #ahead = new DueQueue();
  /** Set for the earliest timer in `#ahead`. */
  readonly #alarm: Alarm;

  constructor(machine: Clock, clock: AccountClock | undefined) {
    this.clock = clock;
    this.#alarm = new Alarm(machine);
    this.setAtMs = machine.now();
  }

  get first(): TimerNode | undefined {
    return this.#ahead.first;
  }

  push(node: TimerNode): boolean {
    this.#ahead.push(node);
    return this.first === node;
  }

  /**
   * Moves timers that are due before the machine's clock shows `soonMs` to the shared queue; calls `due` when
   * the next one is.
   */
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
    if (nextMs === null) this.silence();
    else this.#alarm.set(nextMs, due);
  }

  silence(): void {
    this.#alarm.silence();
  }
}
