import { clockOn } from '@svc-simulator/machine/system-clock.ts';
import { everyCase } from '../every-case.ts';
import { runSuite } from '../runner.ts';
import type { VerifyOptions, VerifyResult } from './verify-api.ts';

export type * from './verify-api.ts';

/** Judges a target by the suite. The results are in the order of the cases. */
export async function verify(options: VerifyOptions): Promise<VerifyResult[]> {
  const { only = [''], generated = true, ...target } = options;
  const cases = everyCase()
    .filter((one) => generated || !one.generated)
    .filter(({ id }) => only.some((beginning) => id.startsWith(beginning)));
  const results = await runSuite({ ...target, cases, clock: clockOn(globalThis, { keepAlive: true }) });
  return results.map((result) => {
    const { id, operation, axis, judges } = result.case;
    return {
      id,
      operation,
      axis,
      judges,
      verdict: result.verdict,
      because: result.verdict === 'not-judged' ? result.because : null,
      differences: result.verdict === 'differs' ? result.differences : [],
      curl: result.verdict === 'differs' ? result.curl : null,
    };
  });
}
