import { type AccountClock, type Clock, machineTime } from '@svc-simulator/core';
import TinyQueue from 'tinyqueue';
import { Alarm } from '../alarm.ts';
import { SOON_MS } from '../store.ts';
import { isCurrent, type TimerNode } from './entry.ts';

/** Compacting a smaller queue isn't worth the time. */
const COMPACT_FROM = 8192;

/**
 * Timers by due time on the machine's clock. Outdated timers are removed when they are first, or when they
 * could be more than half of the queue.
 */
export class DueQueue {
  #nodes = createQueue([]);
  #compactFrom = COMPACT_FROM;

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

  replaceAll(nodes: readonly TimerNode[]): void {
    this.#nodes = createQueue([...nodes]);
    this.#compactFrom = Math.max(COMPACT_FROM, 2 * nodes.length);
  }

  push(node: TimerNode): void {
    this.#nodes.push(node);
    if (this.#nodes.length > this.#compactFrom) this.replaceAll(this.nodes);
  }

  shift(): TimerNode | undefined {
    return this.first && this.#nodes.pop();
  }

  /**
   * Adapts to a change of the machine's clock. If it was set back, timers that were due within `SOON_MS` keep
   * their remaining wait. All others follow the new time.
   */
  onClockJump(clock: Clock): void {
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
    this.replaceAll(this.nodes);
  }
}

function createQueue(nodes: TimerNode[]): TinyQueue<TimerNode> {
  return new TinyQueue(nodes, (a, b) => a.atMs - b.atMs || a.seq - b.seq);
}

/**
 * The timers of an account with its own clock. Timers that aren't due wait here, sorted by the account's time.
 * Their order stays correct when the clock is set.
 */
export class OwnClock {
  /** Undefined when the account follows the machine's clock again. */
  clock: AccountClock | undefined;
  /** Machine time of the last change of `clock`. */
  setAtMs: number;
  /** The account's timers that are in the shared queue. */
  readonly queuedNodes = new Set<TimerNode>();
  readonly #laterTimers = new DueQueue();
  readonly #alarm: Alarm;

  constructor(machine: Clock, clock: AccountClock | undefined) {
    this.clock = clock;
    this.#alarm = new Alarm(machine);
    this.setAtMs = machine.now();
  }

  get first(): TimerNode | undefined {
    return this.#laterTimers.first;
  }

  /** Returns true if the timer is now the earliest one. */
  push(node: TimerNode): boolean {
    this.#laterTimers.push(node);
    return this.first === node;
  }

  /**
   * Moves timers to the shared queue if they are due before the machine's clock shows `soonMs`. Calls `onDue`
   * when the next of the remaining timers is due.
   */
  release(queue: DueQueue, { soonMs, leadMs }: { soonMs: number; leadMs: number }, onDue: () => void): void {
    let nextMs: number | null = null;
    for (let first = this.first; first; first = this.first) {
      const atMs = machineTime(this.clock, first.dueMs);
      if (atMs === null || atMs > soonMs) {
        nextMs = atMs;
        break;
      }
      this.#laterTimers.shift();
      Object.assign(first, { atMs, leadMs, state: 'queued' });
      this.queuedNodes.add(first);
      queue.push(first);
    }
    if (nextMs === null) this.cancelAlarm();
    else this.#alarm.set(nextMs, onDue);
  }

  cancelAlarm(): void {
    this.#alarm.cancel();
  }
}
