import type { TraceEvent } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import type { Connection } from '../connection/connection.ts';
import { fetchTrace } from '../connection/session-filter.ts';
import { exitCodes, ReportedError } from '../failures.ts';
import { causeDetails, causeLine, type FailureCause, FailureCauses, traceLine } from '../rendering/causes.ts';
import { type ReportOptions, spinWhile, styleFor } from '../rendering/report.ts';
import { printable } from '../rendering/text.ts';
import { type Condition, Matcher } from './condition.ts';
import { writeSuite } from './junit.ts';

const MAX_LATEST_EVENTS = 15;
const PAGE_SIZE = 1000;

export interface WatchResult {
  readonly matching: readonly TraceEvent[];
  /** The reason why no further match is possible; undefined if the time ended or enough events matched. */
  readonly preventionReason: string | undefined;
  /** Recent events of the session or the account, which may explain why others are missing. */
  readonly latest: readonly TraceEvent[];
  readonly causes: readonly FailureCause[];
}

interface Watch {
  readonly condition: Condition;
  readonly until: AbortSignal;
  readonly isEnough: (count: number) => boolean;
}

/**
 * Reads past events, then follows new ones until `until` aborts. Events that occur between the two steps are
 * included.
 */
export async function watchEvents(
  t: Texts,
  connection: Connection,
  { condition, until, isEnough }: Watch,
): Promise<WatchResult> {
  const result = await readExistingEvents(t, connection, condition);
  const isFinished = () => isEnough(result.matching.length) || result.preventionReason !== undefined;
  if (isFinished()) return result;
  const after = result.latest.at(-1)?.id ?? 0;
  const events = connection.follow({ sessionId: condition.session, after, signal: until });
  for await (const event of events) {
    result.add(event);
    if (isFinished()) break;
  }
  return result;
}

export async function readExistingEvents(
  t: Texts,
  connection: Connection,
  condition: Condition,
): Promise<WatchedEvents> {
  const watched = new WatchedEvents(t, condition);
  for (;;) {
    const query = { session_id: condition.session, after: watched.latest.at(-1)?.id ?? 0, limit: PAGE_SIZE };
    const { data, nextCursor } = await fetchTrace(connection, query);
    for (const event of data) watched.add(event);
    if (nextCursor === null) return watched;
  }
}

class WatchedEvents implements WatchResult {
  readonly matching: TraceEvent[] = [];
  readonly latest: TraceEvent[] = [];
  preventionReason: string | undefined;
  readonly #t: Texts;
  readonly #matcher: Matcher;
  readonly #causes: FailureCauses;

  constructor(t: Texts, condition: Condition) {
    this.#t = t;
    this.#matcher = new Matcher(condition);
    this.#causes = new FailureCauses(t);
  }

  get causes(): readonly FailureCause[] {
    return this.#causes.list(this.latest[0]?.id);
  }

  add(event: TraceEvent): void {
    this.#causes.add(event);
    this.latest.push(event);
    if (this.latest.length > MAX_LATEST_EVENTS) this.latest.shift();
    if (this.#matcher.matches(event)) this.matching.push(event);
    this.preventionReason ??= this.#matcher.findPrevention(this.#t, event);
  }
}

export interface EventExpectation {
  readonly suite: string;
  readonly name: string;
  readonly condition: Condition;
  /** Minimum number of matches; `max` is infinite if more are allowed. */
  readonly min: number;
  readonly max: number;
  /** Time to wait for the events; undefined if they must already exist. */
  readonly withinMs: number | undefined;
  readonly progressText: string;
  readonly failure: (result: WatchResult) => ExpectationFailure;
}

export interface ExpectationFailure {
  readonly text: string;
  readonly exitCode: number;
}

type CheckOptions = ReportOptions & { readonly junit?: string };

/**
 * Waits for the expected events and returns them. If the expectation isn't met, prints the latest events and
 * the failed webhooks to stderr. Writes the JUnit file in both cases.
 * @throws ReportedError if the expectation isn't met
 */
export async function expectEvents(
  context: CliContext,
  options: CheckOptions,
  connection: Connection,
  expectation: EventExpectation,
): Promise<readonly TraceEvent[]> {
  const { suite, name, condition, min, max, withinMs, progressText, failure } = expectation;
  const startMs = context.elapsed();
  const isEnough = (count: number) => count > max || (max === Number.POSITIVE_INFINITY && count >= min);
  const result =
    withinMs === undefined
      ? await readExistingEvents(context.t, connection, condition)
      : await spinWhile(
          context,
          options,
          progressText,
          watchEvents(context.t, connection, { condition, until: context.deadline(withinMs), isEnough }),
        );
  const count = result.matching.length;
  const expectationFailure = count >= min && count <= max ? null : failure(result);
  const latest = count > max ? result.matching.slice(-result.latest.length) : result.latest;
  const failedCheck = expectationFailure && {
    message: expectationFailure.text,
    details: failureDetails(context.t, latest, result),
  };
  const cases = [{ name, durationMs: Math.round(context.elapsed() - startMs), failure: failedCheck }];
  await writeSuite(context, options.junit, { name: suite, cases });
  if (expectationFailure === null) return result.matching;
  printFailure(context, options, expectationFailure, { latest, causes: result.causes });
  throw new ReportedError(expectationFailure.exitCode);
}

function failureDetails(t: Texts, latest: readonly TraceEvent[], { causes }: WatchResult): string {
  const plainStyle = styleFor({ isTerminal: false }, { t, env: {} });
  return [...latest.map((event) => traceLine(event, plainStyle)), ...causes.map(causeLine)].join('\n');
}

function printFailure(
  { t, stderr, env }: CliContext,
  { json }: CheckOptions,
  { text, exitCode }: ExpectationFailure,
  { latest, causes }: Pick<WatchResult, 'latest' | 'causes'>,
): void {
  const { notes, members } = causeDetails(causes);
  if (json) {
    const title = exitCode === exitCodes.timeout ? t('cli.common.timed_out') : t('cli.expect.not_expected');
    stderr.write(`${JSON.stringify({ title, detail: text, latest, ...members })}\n`);
    return;
  }
  const style = styleFor(stderr, { t, env });
  const heading = latest.length === 0 ? t('cli.expect.nothing_happened') : t('cli.expect.latest_events');
  const lines = [
    `${style.red(t('machine.error'))} ${printable(text, 2000)}`,
    style.dim(heading),
    ...latest.map((event) => `  ${traceLine(event, style)}`),
    ...notes,
  ];
  stderr.write(`${lines.join('\n')}\n`);
}
