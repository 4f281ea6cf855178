import { advanceClock, getClock, instantOf, resetClock, setClock } from '@svc-simulator/contract';
import { accountTime, isoOf } from '@svc-simulator/core';
import type { Throttle } from '../http/limits/throttle.ts';
import { presented, reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { ClockService, type ClockState, isFrozen } from './clock-service.ts';

/** The account's virtual clock. */
export function clockRoutes(runtime: Runtime, throttle: Throttle, closing: AbortSignal): readonly Route[] {
  const clocks = new ClockService(runtime, closing);
  return [
    route(getClock, ({ account }) => reply(dataOf(clocks.show(account)))),
    route(setClock, async ({ account, body }) => {
      const nowMs = body.now === undefined ? null : instantOf(body.now);
      const set = await clocks.set(account.id, { nowMs, frozen: body.frozen });
      // Its window would end at a time that may be years away now.
      await throttle.forget(account.id);
      return reply(dataOf(set));
    }),
    route(resetClock, async ({ account }) => {
      const reset = await clocks.reset(account.id);
      await throttle.forget(account.id);
      return reply(dataOf(reset));
    }),
    route(advanceClock, async ({ account, body }) =>
      presented(await clocks.advance(account.id, body.ms), (advanced) => ({
        ...dataOf(advanced),
        removed_sessions: advanced.removedSessions,
      })),
    ),
  ];
}

function dataOf({ clock, machineMs }: ClockState) {
  const now = accountTime(clock, machineMs);
  return { now: isoOf(now), frozen: isFrozen(clock), offset_ms: now - machineMs, real_now: isoOf(machineMs) };
}
