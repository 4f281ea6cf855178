import type { Clock } from '@svc-simulator/core';

/**
 * The time of the machine. Its timers keep the process alive, unlike the simulator's: while a relay waits to
 * connect again, there is nothing else that would.
 */
export const machineClock: Clock = {
  now: () => Date.now(),
  at: (atMs, callback) => machineClock.after(Math.max(atMs - Date.now(), 0), callback),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** A float in [0, 1), good enough to spread reconnections. */
export const machineChance = (): number => Math.random();
