import type { TraceEvent } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Connection } from '../connection/connection.ts';
import { traceOf } from '../connection/session-filter.ts';
import { type Cause, Causes } from '../rendering/causes.ts';
import { type Condition, Matcher } from './condition.ts';

/** How many of the last events an explanation shows. */
const SHOWN = 15;
/** Events of one answer, the most that there may be. */
const PAGE = 1000;

/** What was seen of a trace until the watching ended. */
export interface Sighting {
  /** Events that the condition means, in order. */
  readonly matching: readonly TraceEvent[];
  /** Why no further one can come; undefined when the time was over, or enough was seen. */
  readonly prevented: string | undefined;
  /** The last events that could explain what is missing: of the session, or of the whole account. */
  readonly latest: readonly TraceEvent[];
  /** What kept webhooks of these events from arriving. */
  readonly causes: readonly Cause[];
}

interface Watch {
  readonly condition: Condition;
  /** Ends the watching. */
  readonly until: AbortSignal;
  /** Whether so many are enough to end it before. */
  readonly isEnough: (count: number) => boolean;
}

/** What has happened, and what happens until the watching ends: nothing of it is missed, however short the time. */
export async function watch(
  t: Texts,
  connection: Connection,
  { condition, until, isEnough }: Watch,
): Promise<Sighting> {
  const seen = await lookOnce(t, connection, condition);
  const isOver = () => isEnough(seen.matching.length) || seen.prevented !== undefined;
  if (isOver()) return seen;
  const after = seen.latest.at(-1)?.id ?? 0;
  const events = connection.follow({ sessionId: condition.session, after, signal: until });
  for await (const event of events) {
    seen.add(event);
    if (isOver()) break;
  }
  return seen;
}

/** What has happened until now. */
export async function lookOnce(t: Texts, connection: Connection, condition: Condition): Promise<Sightings> {
  const seen = new Sightings(t, condition);
  const client = connection.console();
  for (;;) {
    const query = { session_id: condition.session, after: seen.latest.at(-1)?.id ?? 0, limit: PAGE };
    const { data, nextCursor } = await traceOf(client, query);
    for (const event of data) seen.add(event);
    if (nextCursor === null) return seen;
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

  get causes(): readonly Cause[] {
    return this.#causes.list(this.latest[0]?.id);
  }

  add(event: TraceEvent): void {
    this.#causes.add(event);
    this.latest.push(event);
    if (this.latest.length > SHOWN) this.latest.shift();
    if (this.#matcher.matches(event)) this.matching.push(event);
    this.prevented ??= this.#matcher.preventedBy(this.#t, event);
  }
}
