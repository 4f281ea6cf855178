import * as api from '@svc-simulator/contract';
import { accept, CLOCK_END_MS, DAY_MS, faultAt, type Outcome, parseInstant } from '@svc-simulator/contract';
import { type AccountClock, type AccountRecord, accountTime, clockShowing, isoOf } from '@svc-simulator/core';
import { type Change, put, ref, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { Throttle } from '../http/limits/throttle.ts';
import { conflict, invalid, refuseWith } from '../refusals.ts';
import { presentOutcome, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

export function clockRoutes(runtime: Runtime, throttle: Throttle, closing: AbortSignal): readonly Route[] {
  const clocks = new ClockService(runtime, closing);
  const retentionDays = runtime.settings.retentionMs / DAY_MS;
  const presentClock = ({ clock, machineMs }: ClockState) => {
    const now = accountTime(clock, machineMs);
    return {
      now: isoOf(now),
      frozen: isFrozen(clock),
      offset_ms: now - machineMs,
      real_now: isoOf(machineMs),
      retention_days: retentionDays,
    };
  };
  return [
    route(api.getClock, ({ account }) => reply(presentClock(clocks.read(account)))),
    route(api.setClock, async ({ account, body }) => {
      const nowMs = body.now === undefined ? null : parseInstant(body.now);
      const state = await clocks.set(account.id, { nowMs, frozen: body.frozen });
      // Forgets the throttle's window, because it could end years later after a jump of the clock.
      await throttle.forget(account.id);
      return reply(presentClock(state));
    }),
    route(api.resetClock, async ({ account }) => {
      const state = await clocks.reset(account.id);
      await throttle.forget(account.id);
      return reply(presentClock(state));
    }),
    route(api.advanceClock, async ({ account, body }) =>
      presentOutcome(await clocks.advance(account.id, body.ms), (advance) => ({
        ...presentClock(advance),
        removed_sessions: advance.removedSessions,
      })),
    ),
  ];
}

interface ClockState {
  readonly clock: AccountClock | undefined;
  readonly machineMs: number;
}

interface AdvancedClock extends ClockState {
  readonly removedSessions: number;
}

const NO_COUNT_LIMIT = 2 ** 31 - 1;

interface ClockStep {
  /** Undefined if the account has the machine's time. */
  readonly clock: AccountClock | undefined;
  /** The change for the trace, with its times; undefined if nothing has changed. */
  readonly event?: {
    readonly change: 'set' | 'reset' | 'advanced';
    readonly fromMs: number;
    readonly toMs: number;
  };
}

/** Reads, sets and advances the virtual clock of each account (contract section 9.5). */
class ClockService {
  readonly #runtime: Runtime;
  readonly #closing: AbortSignal;
  /**
   * The latest advance of each account. The next advance waits for it, so that their time spans don't mix.
   */
  readonly #advances = new Map<string, Promise<unknown>>();

  constructor(runtime: Runtime, closing: AbortSignal) {
    this.#runtime = runtime;
    this.#closing = closing;
  }

  read({ clock }: AccountRecord): ClockState {
    return { clock, machineMs: this.#runtime.clock.now() };
  }

  /**
   * Sets the clock; omitted values stay. Events that are due at the new time happen at once, with that time.
   */
  set(
    accountId: string,
    settings: { nowMs: number | null; frozen: boolean | undefined },
  ): Promise<ClockState> {
    return this.#change(accountId, (clock, machineMs) => {
      const fromMs = accountTime(clock, machineMs);
      const toMs = settings.nowMs ?? fromMs;
      const frozen = settings.frozen ?? isFrozen(clock);
      const isSame = settings.nowMs === null && frozen === isFrozen(clock);
      return {
        clock: isSame ? clock : clockShowing(toMs, machineMs, frozen),
        event: { change: 'set', fromMs, toMs },
      };
    });
  }

  reset(accountId: string): Promise<ClockState> {
    return this.#change(accountId, (clock, machineMs) => ({
      clock: undefined,
      event: { change: 'reset', fromMs: accountTime(clock, machineMs), toMs: machineMs },
    }));
  }

  /**
   * Advances the clock from one due time to the next, and waits at each for its events and webhooks.
   * Refusals: 400 if the clock would pass its maximum, 409 if somebody changed the clock meanwhile, 503 if
   * the simulator stops.
   */
  async advance(accountId: string, ms: number): Promise<Outcome<AdvancedClock>> {
    const previousAdvance = this.#advances.get(accountId) ?? Promise.resolve();
    const advance = previousAdvance.then(() => this.#advanceAndCountSessions(accountId, ms));
    const completion = advance.catch(() => {});
    this.#advances.set(accountId, completion);
    try {
      return await advance;
    } finally {
      if (this.#advances.get(accountId) === completion) this.#advances.delete(accountId);
    }
  }

  async #advanceAndCountSessions(accountId: string, ms: number): Promise<Outcome<AdvancedClock>> {
    const countSessions = async () =>
      this.#runtime.store.count('session', accountId, { limit: NO_COUNT_LIMIT });
    const previousCount = await countSessions();
    const advance = await this.#advance(accountId, ms);
    return advance.ok
      ? accept({ ...advance.value, removedSessions: Math.max(0, previousCount - (await countSessions())) })
      : advance;
  }

  async #advance(accountId: string, ms: number): Promise<Outcome<ClockState>> {
    let isTooFar = false;
    const startState = await this.#change(accountId, (clock, machineMs) => {
      const fromMs = accountTime(clock, machineMs);
      isTooFar = fromMs + ms >= CLOCK_END_MS;
      const accountClock = clock ?? { offsetMs: 0, frozenAt: null };
      return isTooFar
        ? { clock }
        : { clock: accountClock, event: { change: 'advanced', fromMs, toMs: fromMs + ms } };
    });
    const { clock: startClock } = startState;
    if (isTooFar || !startClock) return invalid([pastEndFault]);
    const endMs = accountTime(startClock, startState.machineMs) + ms;
    let currentClock = startClock;
    for (;;) {
      const next = await this.#nextDue(accountId);
      if (this.#closing.aborted) return stoppingRefusal(accountTime(currentClock, this.#runtime.clock.now()));
      const isLast = next === null || next === 'changed' || next > endMs;
      const step = await this.#move(accountId, currentClock, (machineMs) =>
        isLast
          ? { clock: clockAtEnd(startClock, ms, machineMs) }
          : { clock: clockSteppedTo(next, currentClock, machineMs) },
      );
      if (!step || next === 'changed') return clockChangedMeanwhile;
      if (isLast) return accept(step);
      currentClock = step.clock ?? currentClock;
    }
  }

  /**
   * Waits until the account has no running work. Returns its next due time, null if nothing is due or the
   * simulator stops, or `changed` if the account's clock was removed.
   */
  async #nextDue(accountId: string): Promise<number | null | 'changed'> {
    const { store } = this.#runtime;
    let stopWaiting = () => {};
    const closing = new Promise<null>((resolve) => {
      stopWaiting = () => resolve(null);
      this.#closing.addEventListener('abort', stopWaiting, { once: true });
    });
    try {
      if (this.#closing.aborted) return null;
      return await Promise.race([store.whenCaughtUp(accountId), closing]);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      const account = await store.get('account', accountId);
      if (account?.clock) throw error;
      return 'changed';
    } finally {
      this.#closing.removeEventListener('abort', stopWaiting);
    }
  }

  async #move(
    accountId: string,
    expected: AccountClock,
    step: (machineMs: number) => ClockStep,
  ): Promise<ClockState | undefined> {
    let isUnchanged = false;
    const state = await this.#change(accountId, (clock, machineMs) => {
      isUnchanged = clock?.offsetMs === expected.offsetMs && clock.frozenAt === expected.frozenAt;
      return isUnchanged ? step(machineMs) : { clock };
    });
    return isUnchanged ? state : undefined;
  }

  #change(
    accountId: string,
    step: (clock: AccountClock | undefined, machineMs: number) => ClockStep,
  ): Promise<ClockState> {
    const { store, clock: machineClock } = this.#runtime;
    const scope = { account: accountId, lock: [ref('account', accountId)] };
    return store.transact(scope, (view): Change<ClockState> => {
      const machineMs = machineClock.now();
      const current = view.get('account', accountId);
      const { clock, event } = step(current?.clock, machineMs);
      const result = { clock, machineMs };
      if (!current) return { result };
      const { clock: previous, ...rest } = current;
      const next = clock ? { ...rest, clock } : rest;
      return {
        result,
        puts: clock === previous ? [] : [put('account', accountId, next)],
        events: event
          ? [
              {
                type: 'control.clock',
                // The event of an advance has the start time, so it comes before the effects of the advance.
                at: event.change === 'advanced' ? event.fromMs : event.toMs,
                data: {
                  change: event.change,
                  from: isoOf(event.fromMs),
                  to: isoOf(event.toMs),
                  frozen: isFrozen(clock),
                },
              },
            ]
          : [],
      };
    });
  }
}

function isFrozen(clock: AccountClock | undefined): boolean {
  return clock !== undefined && clock.frozenAt !== null;
}

/**
 * Returns the clock at a due time. A running clock keeps running, so that an interrupted advance leaves no
 * frozen clock.
 */
function clockSteppedTo(dueMs: number, current: AccountClock, machineMs: number): AccountClock {
  if (current.frozenAt !== null) return clockShowing(Math.max(dueMs, current.frozenAt), machineMs, true);
  return { offsetMs: Math.max(current.offsetMs, dueMs - machineMs), frozenAt: null };
}

function clockAtEnd({ offsetMs, frozenAt }: AccountClock, ms: number, machineMs: number): AccountClock {
  if (frozenAt !== null) return clockShowing(frozenAt + ms, machineMs, true);
  return { offsetMs: offsetMs + ms, frozenAt: null };
}

const pastEndFault = faultAt('/ms', 'fault.clock.too_far');

const clockChangedMeanwhile = conflict(message('problem.clock.changed'));

function stoppingRefusal(nowMs: number): Outcome<never> {
  return refuseWith(503, 'problem.title.stopping', message('problem.clock.stopped', { time: isoOf(nowMs) }), {
    headers: { 'retry-after': '1' },
  });
}
