export { type Axis, axes, type Case, type Reason, type Result } from './case.ts';
export { everyCase, whatIsMade } from './every-case.ts';
export { runSuite } from './runner.ts';
export type { Credentials } from './target.ts';
