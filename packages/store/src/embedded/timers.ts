import {
  type AccountClock,
  accountTime,
  type CancelTimer,
  type Clock,
  isOnAccountTime,
  machineTime,
} from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import { rateLimitedLog } from '@svc-simulator/machine/rate-limited-log.ts';
import { Alarm } from '../alarm.ts';
import { type DueWork, ref, SOON_MS, type TimerHandler } from '../store.ts';
import { CatchUpWaiters, noOwnClockError } from './catch-up-waiters.ts';
import { DueQueue, OwnClock } from './due-queue.ts';
import type { RecordEntry, TimerNode } from './entry.ts';
import { TimerRunner } from './timer-runner.ts';

const TIMER_RETRY_MS = 1000;
const TIMERS_PER_TURN = 32;

interface RequeueOptions {
  readonly notBeforeMs?: number;
  readonly setBackMs?: number;
}

/**
 * Passes records with due timers to a handler, the oldest timer first. Passes each due time once; if the
 * handler rejects, passes it again a second later.
 */
export class Timers {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #entriesOf: (accountId: string) => Iterable<RecordEntry>;
  readonly #queue = new DueQueue();
  readonly #clocks = new Map<string, OwnClock>();
  #seq = 0;
  /**
   * Machine time minus monotonic time at the last check. If the difference has changed, the machine's clock
   * was set.
   */
  #knownLeadMs = 0;
  #handler: TimerHandler | null = null;
  #isStopped = false;
  #unsubscribeJumps: CancelTimer = () => {};
  readonly #alarm: Alarm;
  #isDraining = false;
  readonly #runner = new TimerRunner({
    run: (node) => this.#callHandler(node),
    onEnd: (owner) => this.#wakeWaiters(owner),
  });
  readonly #catchUpWaiters: CatchUpWaiters;
  /** Functions that continue the calls of `whenCaughtUp` that came before `start`. */
  #startWaiters: (() => void)[] = [];

  /**
   * `entriesOf` returns an account's records that follow its own clock. It is called when the account first
   * gets a clock.
   */
  constructor(clock: Clock, log: Log, entriesOf: (accountId: string) => Iterable<RecordEntry> = () => []) {
    this.#clock = clock;
    this.#log = rateLimitedLog(log, clock);
    this.#entriesOf = entriesOf;
    this.#alarm = new Alarm(clock);
    this.#catchUpWaiters = new CatchUpWaiters(clock, this.#clocks);
  }

  /**
   * Starts with the timers of all `entries`. From then on, the caller reports every change to `onTimerChange`
   * and `setClock`.
   */
  start(
    entries: Iterable<RecordEntry>,
    handler: TimerHandler,
    clocks: Iterable<readonly [accountId: string, AccountClock]> = [],
  ): void {
    if (this.#handler) throw new Error('timers were started before');
    this.#handler = handler;
    for (const [accountId, clock] of clocks) this.#clocks.set(accountId, new OwnClock(this.#clock, clock));
    const nodes: TimerNode[] = [];
    for (const entry of entries) if (entry.timer !== null) nodes.push(this.#createNode(entry, entry.timer));
    this.#queue.replaceAll(nodes.filter(({ state }) => state === 'queued'));
    for (const node of nodes) if (node.state === 'asleep') this.#ownClock(node.entry)?.push(node);
    this.#knownLeadMs = this.#currentLeadMs();
    this.#unsubscribeJumps = this.#clock.onJump(() => this.#onJump());
    for (const ownClock of this.#clocks.values()) this.#release(ownClock);
    this.#wake();
    for (const onStart of this.#startWaiters.splice(0)) onStart();
  }

  stop(): void {
    this.#handler = null;
    this.#isStopped = true;
    this.#unsubscribeJumps();
    this.#alarm.cancel();
    this.#queue.replaceAll([]);
    this.#runner.stop();
    for (const ownClock of this.#clocks.values()) ownClock.cancelAlarm();
    this.#catchUpWaiters.stop();
    for (const onStart of this.#startWaiters.splice(0)) onStart();
  }

  dueWork(): DueWork {
    const now = this.#clock.now();
    const due = this.#queue.nodes.filter((node) => node.atMs <= now);
    const nodesOverShare = this.#runner.waitingNodes;
    return {
      due: due.length,
      underWay: this.#runner.total,
      oldestDueAt: this.#oldestOf(due),
      overShare: {
        accounts: nodesOverShare.filter((nodes) => nodes.length > 0).length,
        oldestDueAt: this.#oldestOf(nodesOverShare.flatMap((nodes) => nodes.slice(0, 1))),
      },
    };
  }

  /**
   * Returns the machine time since which the oldest timer is due; null if `nodes` is empty. A timer that became
   * due because the account's clock was set is due since that change.
   */
  #oldestOf(nodes: readonly TimerNode[]): number | null {
    let oldest: number | null = null;
    for (const { dueMs, entry } of nodes) {
      const ownClock = this.#ownClock(entry);
      const sinceMs = ownClock?.clock
        ? Math.max(machineTime(ownClock.clock, dueMs) ?? 0, ownClock.setAtMs)
        : dueMs;
      oldest = Math.min(oldest ?? sinceMs, sinceMs);
    }
    return oldest;
  }

  onTimerChange(entry: RecordEntry): void {
    if (!this.#handler || entry.node?.dueMs === entry.timer) return;
    if (entry.timer !== null) this.#enqueue(entry, entry.timer);
    else this.#removeNode(entry);
  }

  setClock(accountId: string, clock: AccountClock | undefined): void {
    const knownClock = this.#clocks.get(accountId);
    const formerClock = knownClock?.clock;
    if (
      !this.#handler ||
      (formerClock?.offsetMs === clock?.offsetMs && formerClock?.frozenAt === clock?.frozenAt)
    )
      return;
    const ownClock = knownClock ?? new OwnClock(this.#clock, clock);
    ownClock.clock = clock;
    ownClock.setAtMs = this.#clock.now();
    this.#clocks.set(accountId, ownClock);
    const movedEntries = knownClock
      ? [...knownClock.queuedNodes].map(({ entry }) => entry)
      : this.#entriesOf(accountId);
    const time = accountTime(clock, ownClock.setAtMs);
    for (const { node } of movedEntries) {
      // Timers that were due before the change and still are keep their place. Timers that the handler has are
      // put back by `#callHandler` if they are no longer due.
      if (
        !node ||
        node.state === 'handed' ||
        (knownClock && node.atMs <= ownClock.setAtMs && node.dueMs <= time)
      )
        continue;
      this.#enqueue(node.entry, node.dueMs);
    }
    this.#release(ownClock);
    if (!clock && !ownClock.first && ownClock.queuedNodes.size === 0) this.#clocks.delete(accountId);
    this.#wakeWaiters(accountId);
  }

  async whenCaughtUp(accountId: string): Promise<number | null> {
    if (!this.#handler && !this.#isStopped)
      await new Promise<void>((onStart) => this.#startWaiters.push(onStart));
    if (!this.#clocks.get(accountId)?.clock || this.#isStopped) throw noOwnClockError();
    const wait = this.#catchUpWaiters.wait(accountId);
    this.#wakeWaiters(accountId);
    return wait;
  }

  #ownClock({ kind, account }: RecordEntry): OwnClock | undefined {
    return account !== null && this.#clocks.size > 0 && isOnAccountTime(kind)
      ? this.#clocks.get(account)
      : undefined;
  }

  #timeOf(entry: RecordEntry): number {
    return accountTime(this.#ownClock(entry)?.clock, this.#clock.now());
  }

  #createNode(
    entry: RecordEntry,
    dueMs: number,
    { notBeforeMs = 0, setBackMs = 0 }: RequeueOptions = {},
  ): TimerNode {
    const ownClock = this.#ownClock(entry);
    const dueAtMs = machineTime(ownClock?.clock, dueMs);
    const isAhead =
      ownClock !== undefined && notBeforeMs === 0 && !(dueAtMs !== null && dueAtMs <= this.#clock.now());
    const isAsleep = dueAtMs === null || isAhead;
    const atMs = isAsleep ? dueMs : Math.max(dueAtMs - setBackMs, notBeforeMs);
    const state = isAsleep ? 'asleep' : 'queued';
    const leadMs = this.#currentLeadMs();
    const node: TimerNode = { atMs, leadMs, setBackMs, dueMs, seq: this.#seq++, entry, state };
    entry.node = node;
    if (!isAsleep) ownClock?.queuedNodes.add(node);
    return node;
  }

  #removeNode(entry: RecordEntry): void {
    const { node } = entry;
    if (node?.state === 'queued') this.#ownClock(entry)?.queuedNodes.delete(node);
    entry.node = null;
  }

  #enqueue(entry: RecordEntry, dueMs: number, options?: RequeueOptions): void {
    this.#removeNode(entry);
    const node = this.#createNode(entry, dueMs, options);
    const ownClock = node.state === 'asleep' ? this.#ownClock(entry) : undefined;
    if (ownClock) {
      if (ownClock.push(node)) this.#release(ownClock);
    } else this.#queue.push(node);
    this.#wake();
  }

  #release(ownClock: OwnClock, soonMs = this.#clock.now(), leadMs = this.#currentLeadMs()): void {
    ownClock.release(this.#queue, { soonMs, leadMs }, () => this.#release(ownClock));
    this.#wake();
  }

  /**
   * Handles a change of the machine's clock. Timers of accounts with their own clock move to the shared queue
   * if they were due within `SOON_MS`, because that queue keeps their remaining wait.
   */
  #onJump(): void {
    const formerLeadMs = this.#knownLeadMs;
    this.#knownLeadMs = this.#currentLeadMs();
    for (const ownClock of this.#clocks.values()) {
      ownClock.cancelAlarm();
      this.#release(ownClock, this.#clock.elapsed() + formerLeadMs + SOON_MS - 1, formerLeadMs);
    }
    this.#queue.onClockJump(this.#clock);
    this.#wake();
  }

  #currentLeadMs(): number {
    return this.#clock.now() - this.#clock.elapsed();
  }

  #wake(): void {
    const { first } = this.#queue;
    if (this.#isDraining || !first) return;
    if (first.atMs <= this.#clock.now()) {
      this.#isDraining = true;
      // The timers run after the commit's caller has continued, so that they delay no response.
      setImmediate(this.#drain);
    } else this.#alarm.setIfEarlier(first.atMs, () => this.#wake());
  }

  readonly #drain = (): void => {
    const now = this.#clock.now();
    const isDue = () => (this.#queue.first?.atMs ?? Number.POSITIVE_INFINITY) <= now;
    for (let count = 0; count < TIMERS_PER_TURN && isDue(); count++) {
      const due = this.#queue.shift();
      if (!due) break;
      this.#runner.start(due);
    }
    if (isDue()) {
      setImmediate(this.#drain);
      return;
    }
    this.#isDraining = false;
    this.#wake();
    for (const accountId of this.#catchUpWaiters.accounts) this.#wakeWaiters(accountId);
  };

  async #callHandler(node: TimerNode): Promise<void> {
    const { entry, dueMs, setBackMs } = node;
    const { kind, id } = entry;
    const passedMs = dueMs > this.#timeOf(entry) ? dueMs : null;
    node.state = 'handed';
    this.#ownClock(entry)?.queuedNodes.delete(node);
    try {
      await this.#handler?.(ref(kind, id), passedMs);
      // If the account's clock was set back during the call, the timer is no longer due and waits again.
      if (this.#handler && entry.node === node && dueMs > this.#timeOf(entry)) this.#enqueue(entry, dueMs);
    } catch (cause) {
      if (!this.#handler || entry.node !== node) return;
      this.#log('error', `the timer of a record failed; it is tried again in ${TIMER_RETRY_MS} ms`, {
        kind,
        id,
        cause: String(cause),
      });
      this.#enqueue(entry, dueMs, { notBeforeMs: this.#clock.now() + TIMER_RETRY_MS, setBackMs });
    }
  }

  #wakeWaiters(accountId: string): void {
    if (!this.#isDraining && this.#runner.isIdle(accountId)) this.#catchUpWaiters.endIfCaughtUp(accountId);
  }
}
