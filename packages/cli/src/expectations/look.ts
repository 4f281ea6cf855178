import type { TraceEvent } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import type { Connection } from '../connection/connection.ts';
import { fetchTrace } from '../connection/session-filter.ts';
import { exitCodes, ReportedFailure } from '../failures.ts';
import { Causes, causeDetails, causeLine, type FailureCause, traceLine } from '../rendering/causes.ts';
import { coloursFor, type ReportOptions, spinWhile } from '../rendering/report.ts';
import { printable } from '../rendering/text.ts';
import { type Condition, Matcher } from './condition.ts';
import { writeSuite } from './junit.ts';

const MAX_LATEST_EVENTS = 15;
const PAGE_SIZE = 1000;

export interface Sighting {
  readonly matching: readonly TraceEvent[];
  /** Why no further match is possible; undefined if the time ended or enough events matched. */
  readonly prevented: string | undefined;
  /** Recent events that may explain the missing ones: of the session, or of the whole account. */
  readonly latest: readonly TraceEvent[];
  /** Why webhooks of these events failed. */
  readonly causes: readonly FailureCause[];
}

interface Watch {
  readonly condition: Condition;
  readonly until: AbortSignal;
  readonly isEnough: (count: number) => boolean;
}

/** Watches past and new events until the signal, without a gap between them. */
export async function watch(
  t: Texts,
  connection: Connection,
  { condition, until, isEnough }: Watch,
): Promise<Sighting> {
  const sighting = await readOnce(t, connection, condition);
  const isFinished = () => isEnough(sighting.matching.length) || sighting.prevented !== undefined;
  if (isFinished()) return sighting;
  const after = sighting.latest.at(-1)?.id ?? 0;
  const events = connection.follow({ sessionId: condition.session, after, signal: until });
  for await (const event of events) {
    sighting.add(event);
    if (isFinished()) break;
  }
  return sighting;
}

export async function readOnce(t: Texts, connection: Connection, condition: Condition): Promise<Sightings> {
  const sightings = new Sightings(t, condition);
  for (;;) {
    const query = {
      session_id: condition.session,
      after: sightings.latest.at(-1)?.id ?? 0,
      limit: PAGE_SIZE,
    };
    const { data, nextCursor } = await fetchTrace(connection, query);
    for (const event of data) sightings.add(event);
    if (nextCursor === null) return sightings;
  }
}

class Sightings implements Sighting {
  readonly matching: TraceEvent[] = [];
  readonly latest: TraceEvent[] = [];
  prevented: string | undefined;
  readonly #t: Texts;
  readonly #matcher: Matcher;
  readonly #causes: Causes;

  constructor(t: Texts, condition: Condition) {
    this.#t = t;
    this.#matcher = new Matcher(condition);
    this.#causes = new Causes(t);
  }

  get causes(): readonly FailureCause[] {
    return this.#causes.list(this.latest[0]?.id);
  }

  add(event: TraceEvent): void {
    this.#causes.add(event);
    this.latest.push(event);
    if (this.latest.length > MAX_LATEST_EVENTS) this.latest.shift();
    if (this.#matcher.matches(event)) this.matching.push(event);
    this.prevented ??= this.#matcher.preventedBy(this.#t, event);
  }
}

export interface EventExpectation {
  readonly suite: string;
  readonly name: string;
  readonly condition: Condition;
  /** Minimum number of matches; `max` is infinite if more are fine. */
  readonly min: number;
  readonly max: number;
  /** Undefined: the events must already exist. */
  readonly withinMs: number | undefined;
  readonly progressText: string;
  readonly failure: (sighting: Sighting) => ExpectationFailure;
}

export interface ExpectationFailure {
  readonly text: string;
  readonly exitCode: number;
}

type CheckOptions = ReportOptions & { readonly junit?: string };

/**
 * Waits for events of the trace and returns them. If they differ, it prints the latest events and the failed
 * webhooks to stderr. It also writes the JUnit file.
 * @throws ReportedFailure with the exit code if they differ
 */
export async function expectEvents(
  context: CliContext,
  options: CheckOptions,
  connection: Connection,
  expectation: EventExpectation,
): Promise<readonly TraceEvent[]> {
  const { suite, name, condition, min, max, withinMs, progressText, failure } = expectation;
  const startedMs = context.elapsed();
  const isEnough = (count: number) => count > max || (max === Number.POSITIVE_INFINITY && count >= min);
  const sighting =
    withinMs === undefined
      ? await readOnce(context.t, connection, condition)
      : await spinWhile(
          context,
          options,
          progressText,
          watch(context.t, connection, { condition, until: context.deadline(withinMs), isEnough }),
        );
  const count = sighting.matching.length;
  const expectationFailure = count >= min && count <= max ? null : failure(sighting);
  const latest = count > max ? sighting.matching.slice(-sighting.latest.length) : sighting.latest;
  const failedCheck = expectationFailure && {
    message: expectationFailure.text,
    details: failureDetails(context.t, latest, sighting),
  };
  const cases = [{ name, durationMs: Math.round(context.elapsed() - startedMs), failure: failedCheck }];
  await writeSuite(context, options.junit, { name: suite, cases });
  if (expectationFailure === null) return sighting.matching;
  printFailure(context, options, expectationFailure, { latest, causes: sighting.causes });
  throw new ReportedFailure(expectationFailure.exitCode);
}

function failureDetails(t: Texts, latest: readonly TraceEvent[], { causes }: Sighting): string {
  const uncoloured = coloursFor({ isTerminal: false }, { t, env: {} });
  return [...latest.map((event) => traceLine(event, uncoloured)), ...causes.map(causeLine)].join('\n');
}

function printFailure(
  { t, stderr, env }: CliContext,
  { json }: CheckOptions,
  { text, exitCode }: ExpectationFailure,
  { latest, causes }: Pick<Sighting, 'latest' | 'causes'>,
): void {
  const { notes, members } = causeDetails(causes);
  if (json) {
    const title = exitCode === exitCodes.timeout ? t('cli.common.timed_out') : t('cli.expect.not_expected');
    stderr.write(`${JSON.stringify({ title, detail: text, latest, ...members })}\n`);
    return;
  }
  const colours = coloursFor(stderr, { t, env });
  const heading = latest.length === 0 ? t('cli.expect.nothing_happened') : t('cli.expect.happened_last');
  const lines = [
    `${colours.red(t('machine.error'))} ${printable(text, 2000)}`,
    colours.dim(heading),
    ...latest.map((event) => `  ${traceLine(event, colours)}`),
    ...notes,
  ];
  stderr.write(`${lines.join('\n')}\n`);
}
