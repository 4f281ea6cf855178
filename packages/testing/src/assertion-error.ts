import { membersOf } from '@svc-simulator/contract';
import type { SimulatorAssertionError as Declared } from './testing-api.ts';

interface ErrorContext {
  readonly story?: string | undefined;
  readonly status?: number;
  readonly problem?: object;
  readonly cause?: unknown;
}

/** The error for a failed expectation of a test, and for a refused call. */
export class SimulatorAssertionError extends Error implements Declared {
  override readonly name = 'SimulatorAssertionError';
  readonly status: number | undefined;
  readonly problem: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, { story, status, problem, cause }: ErrorContext = {}) {
    super(
      story === undefined ? message : `${message}\n\n${story}\n`,
      cause === undefined ? undefined : { cause },
    );
    this.status = status;
    this.problem = problem && membersOf(problem);
  }
}
