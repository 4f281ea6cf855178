export {
  type Axis,
  axes,
  type Case,
  type Need,
  needs,
  type Reason,
  type Result,
  type Verdict,
} from './case.ts';
export { type Difference, differencesOf, type Expected } from './comparator.ts';
export { runSuite, type SuiteOptions } from './runner.ts';
export type { Credentials } from './target.ts';
