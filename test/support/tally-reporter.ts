import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line, `12 passed, 0 failed`, for programs that read the log. */
export class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const passedCount = states.filter((state) => state === 'passed').length;
    // A file that can't be loaded counts as a failure, and so does an error outside of tests.
    const brokenCount =
      modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length;
    const failedCount = states.filter((state) => state === 'failed').length + brokenCount;
    console.log(`${passedCount} passed, ${failedCount} failed`);
  }
}
