import type { TraceEvent } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import type { Connection } from '../connection/connection.ts';
import { exitCodes, ToldFailure } from '../failures.ts';
import { causeLine, toldBeside } from '../rendering/causes.ts';
import { coloursFor } from '../rendering/colours.ts';
import type { ReportOptions } from '../rendering/report.ts';
import { spinWhile } from '../rendering/spinner.ts';
import { plain } from '../rendering/text.ts';
import { traceLine } from '../rendering/trace-line.ts';
import type { Condition } from './condition.ts';
import { writeJunit } from './junit.ts';
import { lookOnce, type Sighting, watch } from './watch.ts';

/** What a command looks for in the trace. */
export interface Sought {
  /** The command: `sim wait`. */
  readonly suite: string;
  /** What is looked for, in words. */
  readonly name: string;
  readonly condition: Condition;
  /** How often it is to have happened; `max` is infinite where more of it is as good. */
  readonly min: number;
  readonly max: number;
  /** How long it may take; undefined: it has to have happened already. */
  readonly withinMs: number | undefined;
  /** What is said while it is awaited. */
  readonly meanwhile: string;
  /** How it is told that it is not so. */
  readonly failure: (seen: Sighting) => Unmet;
}

export interface Unmet {
  /** In one sentence. */
  readonly text: string;
  readonly exitCode: number;
}

type Options = ReportOptions & { readonly junit?: string };

/**
 * Looks for events in the trace, for as long as they may take, and tells on stderr what is not as it should be: what happened
 * last, and what kept webhooks from arriving. Writes the JUnit file if one is wanted. Answers the events that were found.
 * @throws ToldFailure with the exit code when it is not as it should be.
 */
export async function look(
  context: CliContext,
  options: Options,
  connection: Connection,
  sought: Sought,
): Promise<readonly TraceEvent[]> {
  const { suite, name, condition, min, max, withinMs, meanwhile, failure } = sought;
  const beganMs = context.elapsed();
  const isEnough = (count: number) => count > max || (max === Number.POSITIVE_INFINITY && count >= min);
  const seen =
    withinMs === undefined
      ? await lookOnce(context.t, connection, condition)
      : await spinWhile(
          context,
          options,
          meanwhile,
          watch(context.t, connection, { condition, until: context.deadline(withinMs), isEnough }),
        );
  const count = seen.matching.length;
  const unmet = count >= min && count <= max ? null : failure(seen);
  const latest = count > max ? seen.matching.slice(-seen.latest.length) : seen.latest;
  if (options.junit !== undefined) {
    const told = unmet && { message: unmet.text, details: detailsOf(context.t, latest, seen) };
    const cases = [{ name, tookMs: Math.round(context.elapsed() - beganMs), failure: told }];
    await writeJunit(context, options.junit, { name: suite, cases });
  }
  if (unmet === null) return seen.matching;
  tell(context, options, unmet, { latest, causes: seen.causes });
  throw new ToldFailure(unmet.exitCode);
}

function detailsOf(t: Texts, latest: readonly TraceEvent[], { causes }: Sighting): string {
  const uncoloured = coloursFor({ isTerminal: false }, { t, env: {} });
  return [...latest.map((event) => traceLine(event, uncoloured)), ...causes.map(causeLine)].join('\n');
}

function tell(
  { t, stderr, env }: CliContext,
  { json }: Options,
  { text, exitCode }: Unmet,
  { latest, causes }: Pick<Sighting, 'latest' | 'causes'>,
): void {
  const { notes, members } = toldBeside(causes);
  if (json) {
    const title = exitCode === exitCodes.timeout ? t('cli.common.timed_out') : t('cli.expect.not_expected');
    stderr.write(`${JSON.stringify({ title, detail: text, latest, ...members })}\n`);
    return;
  }
  const colours = coloursFor(stderr, { t, env });
  const heading = latest.length === 0 ? t('cli.expect.nothing_happened') : t('cli.expect.happened_last');
  const lines = [
    `${colours.red(t('machine.error'))} ${plain(text, 2000)}`,
    colours.dim(heading),
    ...latest.map((event) => `  ${traceLine(event, colours)}`),
    ...notes,
  ];
  stderr.write(`${lines.join('\n')}\n`);
}
