import type { Clock } from '@svc-simulator/core';
import type { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';

export function clockSetBack(manual: ManualClock): Clock {
  return {
    now: () => manual.now() - 3_600_000,
    elapsed: () => manual.elapsed(),
    at: () => () => {},
    onJump: () => () => {},
    after: (ms, callback) => manual.after(ms, callback),
  };
}
