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
