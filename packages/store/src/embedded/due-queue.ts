import type { Clock } from '@svc-simulator/core';
import TinyQueue from 'tinyqueue';
import { SOON_MS } from '../store.ts';
import type { TimerNode } from './entry.ts';

/** Below so many outdated nodes, tidying is not worth it. */
const TIDY_FROM = 4096;

/** Timers by when the machine's clock makes them due. Those that are outdated go when they come up, or when there are too many. */
export class DueQueue {
  #nodes = queueOf([]);
  #outdated = 0;

  /** Those that count, in no order. */
  get nodes(): readonly TimerNode[] {
    return this.#nodes.data.filter((node) => node.entry.node === node);
  }

  /** Holds these instead of all before. */
  hold(nodes: readonly TimerNode[]): void {
    this.#nodes = queueOf([...nodes]);
    this.#outdated = 0;
  }

  push(node: TimerNode): void {
    this.#nodes.push(node);
    if (this.#outdated > TIDY_FROM && this.#outdated > this.#nodes.length / 2) this.hold(this.nodes);
  }

  /** The earliest, which may be outdated. */
  peek(): TimerNode | undefined {
    return this.#nodes.peek();
  }

  /** Takes the earliest out; undefined when it is outdated. */
  pop(): TimerNode | undefined {
    const node = this.#nodes.pop();
    if (node?.entry.node === node) return node;
    if (this.#outdated > 0) this.#outdated--;
    return undefined;
  }

  /** One of those that are held is outdated by now. */
  outdate(): void {
    this.#outdated++;
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
