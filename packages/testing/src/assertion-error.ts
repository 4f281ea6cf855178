import { membersOf } from '@svc-simulator/contract';
import type { SimulatorAssertionError as Declared } from './testing-api.ts';

interface Circumstances {
  /** What happened to the session. */
  readonly story?: string | undefined;
  readonly status?: number;
  readonly problem?: object;
  readonly cause?: unknown;
}

/** What a test expected of the simulator did not happen, or was refused. */
export class SimulatorAssertionError extends Error implements Declared {
  override readonly name = 'SimulatorAssertionError';
  readonly status: number | undefined;
  readonly problem: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, { story, status, problem, cause }: Circumstances = {}) {
    super(
      story === undefined ? message : `${message}\n\n${story}\n`,
      cause === undefined ? undefined : { cause },
    );
    this.status = status;
    this.problem = problem && membersOf(problem);
  }
}
