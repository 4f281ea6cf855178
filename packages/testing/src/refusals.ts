import { ProblemError } from '@svc-simulator/client';
import { t } from '@svc-simulator/core';
import { SimulatorAssertionError } from './assertion-error.ts';

/** Does what a test asked for; a refusal becomes an error that tells every fault, and the story of the session. */
export async function asked<T>(what: string, work: Promise<T>, story?: () => string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { status, problem, errors } = error;
    const faults = errors.map(
      ({ pointer, detail }) => `\n  ${pointer === '' ? t`(the whole body)` : pointer} ${detail}`,
    );
    throw new SimulatorAssertionError(
      t`the simulator refused to ${what}: ${error.message}${faults.join('')}`,
      {
        story: story?.(),
        status,
        problem,
        cause: error,
      },
    );
  }
}
