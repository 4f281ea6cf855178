import { ProblemError } from '@svc-simulator/client';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SimulatorAssertionError } from './assertion-error.ts';

/** Awaits an API call. If it is refused, throws an error with every fault and the session's story. */
export async function withStory<T>(
  t: Texts,
  callName: string,
  work: Promise<T>,
  story?: () => string,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { status, problem, errors } = error;
    const faults = errors.map(
      ({ pointer, detail }) => `\n  ${pointer === '' ? t('testing.refusal.whole_body') : pointer} ${detail}`,
    );
    throw new SimulatorAssertionError(
      t('testing.refusal.rejected', { what: callName, message: error.message, faults: faults.join('') }),
      { story: story?.(), status, problem, cause: error },
    );
  }
}
