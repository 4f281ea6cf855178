import type { CancelTimer, Clock } from '@svc-simulator/core';
import type { Log } from '../runtime.ts';
import { type Due, DueHeap } from './due-heap.ts';
import type { Entry } from './entry.ts';
import { type AlarmHandler, type DueWork, ref } from './store.ts';

const RETRY_MS = 1000;
/** Alarms that are handed over before other work gets its turn. */
const SLICE = 256;
/** Below so many outdated nodes, tidying is not worth it. */
const TIDY_FROM = 4096;

/** One alarm of one record. It is outdated once the record points at another node, or at none. */
export interface AlarmNode extends Due {
  /** The record's own due time; `atMs` is later after a handler that failed. */
  readonly dueMs: number;
  readonly entry: Entry;
  /** In the heap, so not handed over yet. */
  queued: boolean;
}

/**
 * Hands every record whose alarm is due to one handler: those that came due while nobody ran first, in due order. Each
 * due time of a record is handed over once; only after a rejection again, a second later.
 */
export class Alarms {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #heap = new DueHeap<AlarmNode>();
  #outdated = 0;
  #seq = 0;
  #handler: AlarmHandler | null = null;
  #timer: { readonly atMs: number; readonly cancel: CancelTimer } | null = null;
  #draining = false;
  #underWay = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Begins with the alarms of all `entries`; from then on `changed` has to be told of every change. */
  start(entries: Iterable<Entry>, handler: AlarmHandler): void {
    if (this.#handler) throw new Error('alarms were started before');
    this.#handler = handler;
    const nodes: AlarmNode[] = [];
    for (const entry of entries) if (entry.alarm !== null) nodes.push(this.#node(entry, entry.alarm));
    this.#heap.fill(nodes);
    this.#wake();
  }

  stop(): void {
    this.#handler = null;
    this.#timer?.cancel();
    this.#timer = null;
    this.#heap.fill([]);
  }

  dueWork(): DueWork {
    const due = this.#heap.due(this.#clock.now()).filter((node) => node.entry.node === node);
    const oldest = due.reduce((oldestMs, { dueMs }) => Math.min(oldestMs, dueMs), Number.POSITIVE_INFINITY);
    return { due: due.length, underWay: this.#underWay, oldestDueAt: due.length > 0 ? oldest : null };
  }

  /** The entry's alarm is another one than before, or null. */
  changed(entry: Entry): void {
    if (!this.#handler || entry.node?.dueMs === entry.alarm) return;
    if (entry.node?.queued) this.#outdated++;
    entry.node = null;
    if (entry.alarm === null) return;
    this.#heap.push(this.#node(entry, entry.alarm));
    if (this.#outdated > TIDY_FROM && this.#outdated > this.#heap.size / 2) {
      this.#heap.keep((node) => node.entry.node === node);
      this.#outdated = 0;
    }
    this.#wake();
  }

  #node(entry: Entry, dueMs: number): AlarmNode {
    const node = { atMs: dueMs, dueMs, seq: this.#seq++, entry, queued: true };
    entry.node = node;
    return node;
  }

  /** Sees to it that the earliest alarm is handed over: soon when it is due, by a timer otherwise. */
  #wake(): void {
    const { first } = this.#heap;
    if (this.#draining || !first) return;
    if (first.atMs <= this.#clock.now()) {
      this.#draining = true;
      // After what the commit's caller has to do, so that no answer waits for an alarm's work.
      setImmediate(this.#drain);
    } else if (!this.#timer || this.#timer.atMs > first.atMs) {
      this.#timer?.cancel();
      const { atMs } = first;
      this.#timer = {
        atMs,
        cancel: this.#clock.at(atMs, () => {
          this.#timer = null;
          this.#wake();
        }),
      };
    }
  }

  readonly #drain = (): void => {
    const now = this.#clock.now();
    for (let handed = 0; handed < SLICE; ) {
      const { first } = this.#heap;
      if (!first || first.atMs > now) break;
      this.#heap.pop();
      first.queued = false;
      if (first.entry.node === first) {
        handed++;
        this.#hand(first);
      } else if (this.#outdated > 0) this.#outdated--;
    }
    const { first } = this.#heap;
    if (first && first.atMs <= now) {
      setImmediate(this.#drain);
      return;
    }
    this.#draining = false;
    this.#wake();
  };

  async #hand(node: AlarmNode): Promise<void> {
    const { kind, id } = node.entry;
    this.#underWay++;
    try {
      await this.#handler?.(ref(kind, id));
    } catch (cause) {
      if (!this.#handler || node.entry.node !== node) return;
      this.#log('error', `the alarm of ${kind} ${id} failed; it is tried again in ${RETRY_MS} ms`, {
        cause: String(cause),
      });
      const again = {
        ...node,
        atMs: this.#clock.now() + RETRY_MS,
        seq: this.#seq++,
        queued: true,
      };
      node.entry.node = again;
      this.#heap.push(again);
      this.#wake();
    } finally {
      this.#underWay--;
    }
  }
}
