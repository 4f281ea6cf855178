import type { Family } from '@svc-simulator/contract';
import type { Step } from './step.ts';

/** What a merchant's program calls, and what steers the simulator; what looks at them, and pages, are no news to who looks. */
export function isRecorded(family: Family): boolean {
  return family === 'session' || family === 'merchant' || family === 'pos' || family === 'control';
}

/** Hands each call with its answer to the log of calls. */
export const record: Step = ({ recorder }, { operation }) => {
  if (!isRecorded(operation.family)) return undefined;
  return async (c, next) => {
    await next();
    recorder.answered(c, c.res);
  };
};
