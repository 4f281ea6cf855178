import type { CancelTimer, Clock } from '@svc-simulator/core';
import type { Log } from '../runtime.ts';
import { type Due, DueHeap } from './due-heap.ts';
import type { Entry } from './entry.ts';
import { type AlarmHandler, type DueWork, ref, StoreUnavailableError } from './store.ts';

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
  /** While its handler is at it. */
  work: Promise<void> | null;
}

/** Somebody who waits until a line has caught up. */
interface Waiter {
  readonly resolve: (nextDueMs: number | null) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Hands the records of one line whose alarms are due by its clock to a handler: those that came due while nobody ran first,
 * in due order. Each due time of a record is handed over once; only after a rejection again, a second later.
 */
export class AlarmLine {
  readonly #clock: Clock;
  readonly #log: Log;
  /** The line that an entry stands in by now: its account may have been given another clock meanwhile. */
  readonly #lineOf: (entry: Entry) => AlarmLine;
  /** Of a line whose own clock may stand still, which nobody who failed should wait for. */
  readonly #machine: Clock | null;
  readonly #heap = new DueHeap<AlarmNode>();
  #outdated = 0;
  #seq = 0;
  #handler: AlarmHandler | null = null;
  #timer: { readonly atMs: number; readonly cancel: CancelTimer } | null = null;
  #draining = false;
  #underWay = 0;
  /** Handed over by another line, before their account's clock was another. */
  #takenOver = 0;
  #waiters: Waiter[] = [];

  constructor(clock: Clock, log: Log, lineOf: (entry: Entry) => AlarmLine, machine: Clock | null = null) {
    this.#clock = clock;
    this.#log = log;
    this.#lineOf = lineOf;
    this.#machine = machine;
  }

  /** Begins with the alarms of all `entries`; from then on `changed` has to be told of every change. */
  start(entries: Iterable<Entry>, handler: AlarmHandler): void {
    this.#handler = handler;
    const nodes: AlarmNode[] = [];
    for (const entry of entries) if (entry.alarm !== null) nodes.push(this.#node(entry, entry.alarm));
    this.#heap.fill(nodes);
    this.#wake();
  }

  /** Takes over what stood in another line. What is being handled stays so, and is waited for by `caughtUp`. */
  takeOver(entries: Iterable<Entry>, from: AlarmLine): void {
    for (const entry of entries) {
      const { alarm, node } = entry;
      if (alarm === null || !node) continue;
      if (node.queued) {
        from.#outdated++;
        this.#push(this.#node(entry, alarm));
      } else if (node.work) {
        this.#takenOver++;
        node.work.then(() => {
          this.#takenOver--;
          this.#tellWaiters();
        });
      }
    }
    this.#wake();
  }

  /** The clock shows something else than it did. */
  clockMoved(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#wake();
  }

  /**
   * Resolves once nothing is due and nothing that was handed over is under way, with the due time of the next alarm; null
   * when there is none.
   */
  caughtUp(): Promise<number | null> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#tellWaiters();
    });
  }

  stop(): void {
    this.#handler = null;
    this.disband();
  }

  /** Hands over nothing more; what it has handed over, another line goes on with. */
  disband(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#heap.fill([]);
    const gone = new StoreUnavailableError('the alarms are handed over no more');
    for (const { reject } of this.#waiters.splice(0)) reject(gone);
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
    this.#push(this.#node(entry, entry.alarm));
    this.#wake();
  }

  #push(node: AlarmNode): void {
    this.#heap.push(node);
    if (this.#outdated > TIDY_FROM && this.#outdated > this.#heap.size / 2) {
      this.#heap.keep((node) => node.entry.node === node);
      this.#outdated = 0;
    }
  }

  #node(entry: Entry, dueMs: number): AlarmNode {
    const node = { atMs: dueMs, dueMs, seq: this.#seq++, entry, queued: true, work: null };
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
        first.work = this.#hand(first);
      } else if (this.#outdated > 0) this.#outdated--;
    }
    const { first } = this.#heap;
    if (first && first.atMs <= now) {
      setImmediate(this.#drain);
      return;
    }
    this.#draining = false;
    this.#wake();
    this.#tellWaiters();
  };

  async #hand(node: AlarmNode): Promise<void> {
    const { kind, id } = node.entry;
    this.#underWay++;
    try {
      await this.#handler?.(ref(kind, id));
      this.#lineOf(node.entry).#handled(node);
    } catch (cause) {
      if (!this.#handler || node.entry.node !== node) return;
      this.#log('error', `the alarm of ${kind} ${id} failed; it is tried again in ${RETRY_MS} ms`, {
        cause: String(cause),
      });
      if (this.#machine) await passed(this.#machine, RETRY_MS);
      if (node.entry.node === node) this.#lineOf(node.entry).#again(node, this.#machine ? 0 : RETRY_MS);
    } finally {
      node.work = null;
      this.#underWay--;
      this.#tellWaiters();
    }
  }

  /** It may have been due when it was handed over, and by a clock that was put back it no longer is. */
  #handled(node: AlarmNode): void {
    if (node.entry.node === node && node.dueMs > this.#clock.now()) this.#again(node, 0);
  }

  #again(node: AlarmNode, afterMs: number): void {
    if (!this.#handler) return;
    const atMs = Math.max(node.dueMs, afterMs === 0 ? 0 : this.#clock.now() + afterMs);
    const again = { ...node, atMs, seq: this.#seq++, queued: true, work: null };
    node.entry.node = again;
    this.#heap.push(again);
    this.#wake();
  }

  #tellWaiters(): void {
    if (this.#waiters.length === 0 || this.#underWay + this.#takenOver > 0 || this.#draining) return;
    let { first } = this.#heap;
    while (first && first.entry.node !== first) {
      this.#heap.pop();
      if (this.#outdated > 0) this.#outdated--;
      first = this.#heap.first;
    }
    if (first && first.atMs <= this.#clock.now()) return;
    for (const { resolve } of this.#waiters.splice(0)) resolve(first?.atMs ?? null);
  }
}

function passed(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.at(clock.now() + ms, resolve);
  });
}
