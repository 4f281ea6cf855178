/** The timers at load time. With them, waits time out and the simulator runs even if a test fakes timers. */
export const realTime = {
  Date: globalThis.Date,
  performance: globalThis.performance,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
};

/** Returns the names of the fake timers that would prevent a simulator from starting. */
export function fakeTimerNames(): readonly string[] {
  const { setImmediate, queueMicrotask } = globalThis;
  const { nextTick } = process;
  const requiredTimers = { nextTick, setImmediate, queueMicrotask };
  // Recognizes fake timers by their members: Sinon's (in Vitest and Jest) have a `clock`, and Jest's older
  // ones have `_isMockFunction`. Those of node:test are bound private methods.
  const isFake = (timer: { readonly name: string }) =>
    'clock' in timer || '_isMockFunction' in timer || timer.name.startsWith('bound #');
  return Object.entries(requiredTimers).flatMap(([name, timer]) => (isFake(timer) ? [name] : []));
}
