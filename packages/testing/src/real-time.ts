/**
 * Time as it was when this was loaded: a test that fakes the timers of its process still gets its time-outs, and does not
 * stop the simulator in it.
 */
export const realTime = {
  Date: globalThis.Date,
  performance: globalThis.performance,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
};

/** Names those that a test runner has replaced of what a simulator cannot start without. */
export function fakeTimers(): readonly string[] {
  const { setImmediate, queueMicrotask } = globalThis;
  const { nextTick } = process;
  const needed = { nextTick, setImmediate, queueMicrotask };
  // The fake timers of Sinon, which Jest and Vitest have, and Jest's older ones.
  const isFake = (timer: object) => 'clock' in timer || '_isMockFunction' in timer;
  return Object.entries(needed).flatMap(([name, timer]) => (isFake(timer) ? [name] : []));
}
