import type { TraceEvent } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { CliContext } from '../cli-context.ts';
import { exitCodes, ToldFailure } from '../failures.ts';
import { coloursFor } from '../rendering/colours.ts';
import type { ReportOptions } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import { traceLine } from '../rendering/trace-line.ts';
import { writeJunit } from './junit.ts';

export interface VerdictOptions extends ReportOptions {
  readonly junit?: string;
}

/** How a wait or a check ended. */
export interface Verdict {
  /** The command: `sim wait`. */
  readonly suite: string;
  /** What was asked for. */
  readonly name: string;
  readonly beganMs: number;
  /** Why it failed, in one sentence; null when it did not. */
  readonly failure: string | null;
  readonly exitCode: number;
  /** What happened last, for somebody who wonders why. */
  readonly latest: readonly TraceEvent[];
}

/**
 * Writes the JUnit file if one is wanted, and tells a failure on stderr.
 * @throws ToldFailure with the exit code when it failed.
 */
export async function conclude(
  context: CliContext,
  { json, junit }: VerdictOptions,
  { suite, name, beganMs, failure, exitCode, latest }: Verdict,
): Promise<void> {
  const { stderr, env, now } = context;
  if (junit !== undefined) {
    const uncoloured = coloursFor({ isTerminal: false }, {});
    const details = latest.map((event) => traceLine(event, uncoloured)).join('\n');
    const told = failure === null ? null : { message: failure, details };
    const cases = [{ name, tookMs: now() - beganMs, failure: told }];
    await writeJunit(context, junit, { name: suite, cases });
  }
  if (failure === null) return;
  const colours = coloursFor(stderr, env);
  if (json) {
    const title = exitCode === exitCodes.timeout ? t`Timed out` : t`Not as expected`;
    stderr.write(`${JSON.stringify({ title, detail: failure, latest })}\n`);
  } else {
    stderr.write(`${colours.red(t`error:`)} ${plain(failure, 2000)}\n`);
    if (latest.length === 0) stderr.write(`${colours.dim(t`nothing has happened`)}\n`);
    else stderr.write(`${colours.dim(t`what happened last:`)}\n`);
    for (const event of latest) stderr.write(`  ${traceLine(event, colours)}\n`);
  }
  throw new ToldFailure(exitCode);
}
