import { operations } from '@svc-simulator/contract';
import { clockOn } from '@svc-simulator/simulator';
import { TestCluster } from '../../../packages/store/test/postgres/test-cluster.ts';
import type { Result } from '../case.ts';
import { everyCase } from '../every-case.ts';
import { runSuite } from '../runner.ts';

type Differing = Extract<Result, { readonly verdict: 'differs' }>;

export interface Judged {
  readonly matches: number;
  readonly differs: readonly Differing[];
  /** How many cases were not judged, by the reason. */
  readonly notJudged: Readonly<Record<string, number>>;
}

export interface JudgeOptions {
  /** Only up to the first case that differs. */
  readonly first?: boolean;
  /** Of which cases, by their ids. */
  readonly only?: RegExp;
  /** Only of what the provider's own service does, not of the console and the control that only simulators have. */
  readonly serviceOnly?: boolean;
  /** Those that follow from the schemas, too. Default: true. */
  readonly generated?: boolean;
}

const own = new Set(
  operations.filter(({ path }) => /^\/(console|control|metrics)\b/.test(path)).map(({ id }) => id),
);

/**
 * `run.js` takes it from the bundle of this file.
 * @public
 */
export const startCluster = () => TestCluster.start();

/** Of the stranger, which speaks English only and leaves headers that are too long to Node, as the specification lets it. */
export const inItsWords: JudgeOptions = {
  serviceOnly: true,
  generated: false,
  only: /^(?!(createAgreement\.problems-in-spanish|getHealth\.long-headers)$)/,
};

/** Pages that are made of files beside the bundle that is shipped; a mutant's bundle has none. */
const ofTheBuild = ['showApiPage'];

/** Judges a target by the suite. */
export async function judge(
  baseUrl: string,
  { first = false, only = /./, serviceOnly = false, generated = true }: JudgeOptions = {},
): Promise<Judged> {
  const ending = new AbortController();
  const differs: Differing[] = [];
  const results = await runSuite({
    baseUrl,
    cases: everyCase().filter(
      (one) =>
        !ofTheBuild.includes(one.operation) &&
        only.test(one.id) &&
        (generated || !one.generated) &&
        !(serviceOnly && own.has(one.operation)),
    ),
    clock: clockOn(globalThis, { keepAlive: true }),
    all: true,
    signal: ending.signal,
    onResult: (result) => {
      // What is under way when it ends differs by that.
      if (result.verdict !== 'differs' || ending.signal.aborted) return;
      differs.push(result);
      if (first) ending.abort();
    },
  });
  const notJudged: Record<string, number> = {};
  for (const result of results)
    if (result.verdict === 'not-judged') notJudged[result.because] = (notJudged[result.because] ?? 0) + 1;
  return {
    matches: results.filter(({ verdict }) => verdict === 'matches').length,
    differs,
    notJudged,
  };
}
