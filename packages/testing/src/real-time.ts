/**
 * Timers saved at load time. If a test installs fake timers, waits still time out and the simulator still
 * runs.
 */
export const realTime = {
  Date: globalThis.Date,
  performance: globalThis.performance,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
};

/** Returns the names of replaced timers that a simulator needs to start. */
export function fakeTimerNames(): readonly string[] {
  const { setImmediate, queueMicrotask } = globalThis;
  const { nextTick } = process;
  const requiredTimers = { nextTick, setImmediate, queueMicrotask };
  // Recognizes the fake timers of Sinon (in Jest and Vitest), Jest's older ones, and the private methods of node:test.
  const isFake = (timer: { readonly name: string }) =>
    'clock' in timer || '_isMockFunction' in timer || timer.name.startsWith('bound #');
  return Object.entries(requiredTimers).flatMap(([name, timer]) => (isFake(timer) ? [name] : []));
}
