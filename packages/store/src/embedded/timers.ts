import {
  type AccountClock,
  accountTime,
  type CancelTimer,
  type Clock,
  isOnAccountTime,
  machineTime,
} from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import { FairQueue } from '../fair-queue.ts';
import { Shares } from '../shares.ts';
import { type DueWork, PLACES, ref, SOON_MS, StoreUnavailableError, type TimerHandler } from '../store.ts';
import { DueQueue, OwnClock } from './due-queue.ts';
import type { Entry, TimerNode } from './entry.ts';

const RETRY_MS = 1000;
/** Timers that are handed over before other work gets its turn. */
const SLICE = 32;

/** What a timer that is queued again keeps of before. */
interface Kept {
  readonly notBeforeMs?: number;
  readonly setBackMs?: number;
}

/** Somebody who waits until an account has caught up. */
interface Waiter {
  readonly accountId: string;
  readonly resolve: (nextDueMs: number | null) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Hands the records whose timers are due to a handler: those that came due while nobody ran first, in due order. Each due time
 * of a record is handed over once; only after a rejection again, a second later.
 */
export class Timers {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #entriesOf: (accountId: string) => Iterable<Entry>;
  readonly #queued = new DueQueue();
  readonly #clocks = new Map<string, OwnClock>();
  #seq = 0;
  /** Before the machine's clock is set the next time. */
  #leadMs = 0;
  #handler: TimerHandler | null = null;
  #stopped = false;
  #forgetJumps: CancelTimer = () => {};
  #wakeUp: { readonly atMs: number; readonly cancel: CancelTimer } | null = null;
  #draining = false;
  /** How many timers are under way, by account; '' has those of the simulator. */
  readonly #underWay = new Shares(PLACES);
  /** What is due and waits, as its account has its share under way. */
  readonly #overShare = new FairQueue<TimerNode>();
  #waiters: Waiter[] = [];
  /** Who wants to wait for an account, and came before the start. */
  #early: (() => void)[] = [];

  /** `entriesOf`: an account's records that go by its own clock; asked for once, when it first has one. */
  constructor(clock: Clock, log: Log, entriesOf: (accountId: string) => Iterable<Entry> = () => []) {
    this.#clock = clock;
    this.#log = log;
    this.#entriesOf = entriesOf;
  }

  /** Begins with the timers of all `entries`; from then on `changed` and `setClock` have to be told of every change. */
  start(
    entries: Iterable<Entry>,
    handler: TimerHandler,
    clocks: Iterable<readonly [accountId: string, AccountClock]> = [],
  ): void {
    if (this.#handler) throw new Error('timers were started before');
    this.#handler = handler;
    for (const [accountId, clock] of clocks) this.#clocks.set(accountId, new OwnClock(this.#clock, clock));
    const nodes: TimerNode[] = [];
    for (const entry of entries) if (entry.timer !== null) nodes.push(this.#node(entry, entry.timer));
    this.#queued.hold(nodes.filter(({ state }) => state === 'queued'));
    for (const node of nodes) if (node.state === 'asleep') this.#ownClock(node.entry)?.push(node);
    this.#leadMs = this.#lead();
    this.#forgetJumps = this.#clock.onJump(() => this.#jumped());
    for (const own of this.#clocks.values()) this.#release(own);
    this.#wake();
    for (const begin of this.#early.splice(0)) begin();
  }

  stop(): void {
    this.#handler = null;
    this.#stopped = true;
    this.#forgetJumps();
    this.#wakeUp?.cancel();
    this.#wakeUp = null;
    this.#queued.hold([]);
    this.#overShare.clear();
    for (const own of this.#clocks.values()) own.silence();
    for (const { reject } of this.#waiters.splice(0)) reject(noClock());
    for (const begin of this.#early.splice(0)) begin();
  }

  /** By the machine's time. */
  dueWork(): DueWork {
    const now = this.#clock.now();
    const due = this.#queued.nodes.filter((node) => node.atMs <= now);
    const over = [...this.#overShare.owners].map((owner) =>
      this.#overShare.waitingOf(owner).filter(isCurrent),
    );
    return {
      due: due.length,
      underWay: this.#underWay.total,
      oldestDueAt: this.#oldestOf(due),
      overShare: {
        accounts: over.filter((nodes) => nodes.length > 0).length,
        oldestDueAt: this.#oldestOf(over.flatMap((nodes) => nodes.slice(0, 1))),
      },
    };
  }

  /** What a clock that was put forward made due is late since then, not since it would have been due. */
  #oldestOf(nodes: readonly TimerNode[]): number | null {
    let oldest: number | null = null;
    for (const { dueMs, entry } of nodes) {
      const own = this.#ownClock(entry);
      const sinceMs = own?.clock ? Math.max(machineTime(own.clock, dueMs) ?? 0, own.setAtMs) : dueMs;
      oldest = Math.min(oldest ?? sinceMs, sinceMs);
    }
    return oldest;
  }

  /** The entry's timer is another one than before, or null. */
  changed(entry: Entry): void {
    if (!this.#handler || entry.node?.dueMs === entry.timer) return;
    if (entry.timer !== null) this.#queue(entry, entry.timer);
    else this.#forget(entry);
  }

  /** An account's clock is this one now. */
  setClock(accountId: string, clock: AccountClock | undefined): void {
    const known = this.#clocks.get(accountId);
    const before = known?.clock;
    if (!this.#handler || (before?.offsetMs === clock?.offsetMs && before?.frozenAt === clock?.frozenAt))
      return;
    const own = known ?? new OwnClock(this.#clock, clock);
    own.clock = clock;
    own.setAtMs = this.#clock.now();
    this.#clocks.set(accountId, own);
    const moved = known ? [...known.near].map(({ entry }) => entry) : this.#entriesOf(accountId);
    const time = accountTime(clock, own.setAtMs);
    for (const { node } of moved) {
      // What was handed over looks at the clock when it is done; what is due by the former clock and by this one keeps its place.
      if (!node || node.state === 'handed' || (known && node.atMs <= own.setAtMs && node.dueMs <= time))
        continue;
      this.#queue(node.entry, node.dueMs);
    }
    this.#release(own);
    if (!clock && !own.first && own.near.size === 0) this.#clocks.delete(accountId);
    this.#tellWaiters(accountId);
  }

  /**
   * Of an account that has a clock of its own: resolves once none of its timers is due and none that was handed over is under
   * way, with the due time of the next; null when there is none.
   */
  async caughtUp(accountId: string): Promise<number | null> {
    if (!this.#handler && !this.#stopped) await new Promise<void>((begin) => this.#early.push(begin));
    if (!this.#clocks.get(accountId)?.clock || this.#stopped) throw noClock();
    return new Promise((resolve, reject) => {
      this.#waiters.push({ accountId, resolve, reject });
      this.#tellWaiters(accountId);
    });
  }

  #ownClock({ kind, account }: Entry): OwnClock | undefined {
    return account !== null && this.#clocks.size > 0 && isOnAccountTime(kind)
      ? this.#clocks.get(account)
      : undefined;
  }

  #timeOf(entry: Entry): number {
    return accountTime(this.#ownClock(entry)?.clock, this.#clock.now());
  }

  #node(entry: Entry, dueMs: number, { notBeforeMs = 0, setBackMs = 0 }: Kept = {}): TimerNode {
    const own = this.#ownClock(entry);
    const dueAtMs = machineTime(own?.clock, dueMs);
    const isAhead =
      own !== undefined && notBeforeMs === 0 && !(dueAtMs !== null && dueAtMs <= this.#clock.now());
    const isAsleep = dueAtMs === null || isAhead;
    const atMs = isAsleep ? dueMs : Math.max(dueAtMs - setBackMs, notBeforeMs);
    const state = isAsleep ? 'asleep' : 'queued';
    const leadMs = this.#lead();
    const node: TimerNode = { atMs, leadMs, setBackMs, dueMs, seq: this.#seq++, entry, state };
    entry.node = node;
    if (!isAsleep) own?.near.add(node);
    return node;
  }

  #forget(entry: Entry): void {
    const { node } = entry;
    if (node?.state === 'queued') this.#ownClock(entry)?.near.delete(node);
    entry.node = null;
  }

  #queue(entry: Entry, dueMs: number, kept?: Kept): void {
    this.#forget(entry);
    const node = this.#node(entry, dueMs, kept);
    const own = node.state === 'asleep' ? this.#ownClock(entry) : undefined;
    if (own) {
      // The former earliest has its alarm.
      if (own.push(node)) this.#release(own);
    } else this.#queued.push(node);
    this.#wake();
  }

  /** What has come due by an account's clock is for the queue of all from here on. */
  #release(own: OwnClock, soonMs = this.#clock.now(), leadMs = this.#lead()): void {
    own.release(this.#queued, { soonMs, leadMs }, () => this.#release(own));
    this.#wake();
  }

  /** The machine's clock was set: what was near has the wait that it had, which the queue of all sees to. */
  #jumped(): void {
    const before = this.#leadMs;
    this.#leadMs = this.#lead();
    for (const own of this.#clocks.values()) {
      own.silence();
      this.#release(own, this.#clock.elapsed() + before + SOON_MS - 1, before);
    }
    this.#queued.jumped(this.#clock);
    this.#wake();
  }

  /** What the machine's clock is ahead of the one that nobody sets. */
  #lead(): number {
    return this.#clock.now() - this.#clock.elapsed();
  }

  /** Sees to it that the earliest timer is handed over: soon when it is due, at its time otherwise. */
  #wake(): void {
    const { first } = this.#queued;
    if (this.#draining || !first) return;
    if (first.atMs <= this.#clock.now()) {
      this.#draining = true;
      // After what the commit's caller has to do, so that no answer waits for a timer's work.
      setImmediate(this.#drain);
    } else if (!this.#wakeUp || this.#wakeUp.atMs > first.atMs) {
      this.#wakeUp?.cancel();
      const { atMs } = first;
      this.#wakeUp = {
        atMs,
        cancel: this.#clock.at(atMs, () => {
          this.#wakeUp = null;
          this.#wake();
        }),
      };
    }
  }

  readonly #drain = (): void => {
    const now = this.#clock.now();
    const isDue = () => (this.#queued.first?.atMs ?? Number.POSITIVE_INFINITY) <= now;
    for (let handed = 0; handed < SLICE && isDue(); handed++) {
      const due = this.#queued.shift();
      if (!due) break;
      const owner = ownerOf(due);
      if (this.#underWay.roomOf(owner) > 0) void this.#hand(due);
      else this.#overShare.push(owner, due);
    }
    if (isDue()) {
      setImmediate(this.#drain);
      return;
    }
    this.#draining = false;
    this.#wake();
    for (const accountId of new Set(this.#waiters.map((waiter) => waiter.accountId)))
      this.#tellWaiters(accountId);
  };

  async #hand(node: TimerNode): Promise<void> {
    const { entry, dueMs, setBackMs } = node;
    const { kind, id } = entry;
    const owner = ownerOf(node);
    const passedMs = dueMs > this.#timeOf(entry) ? dueMs : null;
    node.state = 'handed';
    this.#ownClock(entry)?.near.delete(node);
    this.#underWay.add(owner);
    try {
      await this.#handler?.(ref(kind, id), passedMs);
      // It was due when it was handed over, and by a clock that was put back it may no longer be.
      if (this.#handler && entry.node === node && dueMs > this.#timeOf(entry)) this.#queue(entry, dueMs);
    } catch (cause) {
      if (!this.#handler || entry.node !== node) return;
      this.#log('error', `the timer of ${kind} ${id} failed; it is tried again in ${RETRY_MS} ms`, {
        cause: String(cause),
      });
      this.#queue(entry, dueMs, { notBeforeMs: this.#clock.now() + RETRY_MS, setBackMs });
    } finally {
      this.#underWay.giveBack(owner);
      this.#handOverShare();
      if (owner !== '') this.#tellWaiters(owner);
    }
  }

  /** Room has come: one account after the other has some of it. */
  #handOverShare(): void {
    if (!this.#handler) return;
    const hasRoom = (owner: string) => this.#underWay.roomOf(owner) > 0;
    for (let node = this.#overShare.shift(hasRoom); node; node = this.#overShare.shift(hasRoom))
      if (isCurrent(node)) void this.#hand(node);
  }

  #tellWaiters(accountId: string): void {
    if (this.#draining || this.#underWay.heldBy(accountId) > 0) return;
    const waiters = this.#waiters.filter((waiter) => waiter.accountId === accountId);
    if (waiters.length === 0) return;
    const own = this.#clocks.get(accountId);
    let next: number | null = null;
    if (own?.clock) {
      const time = accountTime(own.clock, this.#clock.now());
      for (const { dueMs } of own.first ? [own.first, ...own.near] : own.near) {
        if (dueMs <= time) return;
        next = Math.min(next ?? dueMs, dueMs);
      }
    }
    this.#waiters = this.#waiters.filter((waiter) => waiter.accountId !== accountId);
    for (const { resolve, reject } of waiters) {
      if (own?.clock) resolve(next);
      else reject(noClock());
    }
  }
}

/** Whose share a timer is of. */
function ownerOf({ entry }: TimerNode): string {
  return isOnAccountTime(entry.kind) ? (entry.account ?? '') : '';
}

/** The record has this timer still. */
function isCurrent(node: TimerNode): boolean {
  return node.entry.node === node;
}

function noClock(): StoreUnavailableError {
  return new StoreUnavailableError(
    'the account has no clock of its own any more, or the simulator is closing',
  );
}
