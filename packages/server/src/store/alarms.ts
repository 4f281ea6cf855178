import {
  type AccountClock,
  accountTime,
  type CancelTimer,
  type Clock,
  isOnAccountTime,
  machineTime,
} from '@svc-simulator/core';
import type { Log } from '../runtime.ts';
import { AlarmLine } from './alarm-line.ts';
import type { Entry } from './entry.ts';
import { type AlarmHandler, type DueWork, StoreUnavailableError } from './store.ts';

/** The time of one account as a clock; while it stands still, no timer of it fires. */
class AccountTime implements Clock {
  readonly #machine: Clock;
  clock: AccountClock;
  /** When it was set, by the machine. */
  setAtMs: number;

  constructor(machine: Clock, clock: AccountClock) {
    this.#machine = machine;
    this.clock = clock;
    this.setAtMs = machine.now();
  }

  set(clock: AccountClock): void {
    this.clock = clock;
    this.setAtMs = this.#machine.now();
  }

  now(): number {
    return accountTime(this.clock, this.#machine.now());
  }

  at(atMs: number, callback: () => void): CancelTimer {
    const machineMs = machineTime(this.clock, atMs);
    return machineMs === null ? () => {} : this.#machine.at(machineMs, callback);
  }
}

interface OwnLine {
  readonly time: AccountTime;
  readonly line: AlarmLine;
}

/** All alarms of a store: one line by the machine's clock, and one for each account that has a clock of its own. */
export class Alarms {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #shared: AlarmLine;
  readonly #own = new Map<string, OwnLine>();
  #handler: AlarmHandler | null = null;
  #stopped = false;
  /** Who asked for a line before there were any. */
  #early: (() => void)[] = [];

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
    this.#shared = new AlarmLine(clock, log, this.#lineOf);
  }

  /** Begins with the alarms of all `entries`; from then on `changed` and `setClock` have to be told of every change. */
  start(
    entries: Iterable<Entry>,
    handler: AlarmHandler,
    clocks: Iterable<readonly [accountId: string, AccountClock]> = [],
  ): void {
    if (this.#handler) throw new Error('alarms were started before');
    this.#handler = handler;
    for (const [accountId, clock] of clocks) this.#open(accountId, clock);
    const [shared, owned] = [[] as Entry[], new Map<AlarmLine, Entry[]>()];
    for (const { line } of this.#own.values()) owned.set(line, []);
    for (const entry of entries) (owned.get(this.#lineOf(entry)) ?? shared).push(entry);
    this.#shared.start(shared, handler);
    for (const [line, own] of owned) line.start(own, handler);
    for (const begin of this.#early.splice(0)) begin();
  }

  stop(): void {
    this.#handler = null;
    this.#stopped = true;
    this.#shared.stop();
    for (const { line } of this.#own.values()) line.stop();
    for (const begin of this.#early.splice(0)) begin();
  }

  /** By the machine's time. */
  dueWork(): DueWork {
    const shared = this.#shared.dueWork();
    if (this.#own.size === 0) return shared;
    let { due, underWay, oldestDueAt } = shared;
    for (const { line, time } of this.#own.values()) {
      const own = line.dueWork();
      due += own.due;
      underWay += own.underWay;
      const dueAt = own.oldestDueAt === null ? null : machineTime(time.clock, own.oldestDueAt);
      // What a clock that was put forward made due is late since then, not since it would have been due.
      if (dueAt !== null)
        oldestDueAt = Math.min(oldestDueAt ?? Number.POSITIVE_INFINITY, Math.max(dueAt, time.setAtMs));
    }
    return { due, underWay, oldestDueAt };
  }

  /** The entry's alarm is another one than before, or null. */
  changed(entry: Entry): void {
    this.#lineOf(entry).changed(entry);
  }

  /** An account's clock is this one now; `entries` are the account's that are on its time. */
  setClock(accountId: string, clock: AccountClock | undefined, entries: () => Iterable<Entry>): void {
    if (!this.#handler) return;
    const own = this.#own.get(accountId);
    if (clock && own) {
      if (own.time.clock.offsetMs === clock.offsetMs && own.time.clock.frozenAt === clock.frozenAt) return;
      own.time.set(clock);
      own.line.clockMoved();
    } else if (clock) {
      const { line } = this.#open(accountId, clock);
      line.start([], this.#handler);
      line.takeOver(entries(), this.#shared);
    } else if (own) {
      this.#own.delete(accountId);
      this.#shared.takeOver(entries(), own.line);
      own.line.disband();
    }
  }

  /** Of an account that has a clock of its own: see `AlarmLine.caughtUp`. */
  async caughtUp(accountId: string): Promise<number | null> {
    if (!this.#handler && !this.#stopped) await new Promise<void>((begin) => this.#early.push(begin));
    const own = this.#own.get(accountId);
    if (!own || this.#stopped)
      throw new StoreUnavailableError(
        'the account has no clock of its own any more, or the simulator is closing',
      );
    return own.line.caughtUp();
  }

  #open(accountId: string, clock: AccountClock): OwnLine {
    const time = new AccountTime(this.#clock, clock);
    const own = { time, line: new AlarmLine(time, this.#log, this.#lineOf, this.#clock) };
    this.#own.set(accountId, own);
    return own;
  }

  readonly #lineOf = ({ kind, account }: Entry): AlarmLine =>
    (this.#own.size > 0 && account !== null && isOnAccountTime(kind) && this.#own.get(account)?.line) ||
    this.#shared;
}
