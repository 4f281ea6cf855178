import type { TraceDraft } from '@svc-simulator/core';
import { elapsedMs } from '@svc-simulator/machine/elapsed.ts';

/** The requests of one operation: by status, and how long until they were answered. */
class RequestMeter {
  readonly byStatus = new Map<number, number>();
  readonly durations = new Histogram();

  /** A request begins: since when to time it, in ms; null where it is not one of those that are timed. */
  begin(): number | null {
    return this.durations.begin();
  }

  /** `beganMs` is what `begin` answered, for what is timed at all. */
  add(status: number, beganMs: number | null = null): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.durations.end(beganMs);
  }
}

/**
 * What one simulator counts as it goes: plain numbers that nobody waits for. Every label is one of a fixed list
 * (operations, event types, routes), so that no client can make the lists grow.
 */
export class Metrics {
  readonly requests = new Map<string, RequestMeter>();
  readonly commits = new Histogram();
  /** Commits and reads that the store was not there for. */
  storeFailures = 0;
  /** Stored trace events by type. */
  readonly events = new Map<string, number>();
  /** Attempts of webhooks by `via` and outcome. */
  readonly attempts = new Map<string, number>();

  /** The meter of an operation, by its id. */
  requestsOf(operation: string): RequestMeter {
    const meter = this.requests.get(operation) ?? new RequestMeter();
    this.requests.set(operation, meter);
    return meter;
  }

  /** A commit that this instance made, with what it added to the trace; `beganMs` is what `commits.begin` answered. */
  committed(beganMs: number | null, events: readonly TraceDraft[] | undefined): void {
    this.commits.end(beganMs);
    if (!events) return;
    for (const { type, data } of events) {
      count(this.events, type);
      if (type === 'webhook.attempted') count(this.attempts, `${data.via} ${outcomeOf(data)}`);
    }
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** How an attempt ended: `accepted` (2xx), `refused` (another status) or `failed` (no answer). */
function outcomeOf({ status }: TraceDraft['data']): string {
  if (typeof status !== 'number') return 'failed';
  return status >= 200 && status < 300 ? 'accepted' : 'refused';
}

/** Upper bounds in seconds, from what memory answers to what an attempt may take. */
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** One in so many is timed: to ask for the time costs more than all counting together. */
const TIMED_ONE_IN = 8;

/** How often what took how long; adding costs a short loop and no memory. */
export class Histogram {
  /** One more than there are bounds: the last one has what is beyond all of them. */
  readonly #counts = new Float64Array(BOUNDS_S.length + 1);
  #sumS = 0;
  #begun = 0;

  /** Something begins: answers since when to time it, in milliseconds, or null when it is not one of those that are timed. */
  begin(): number | null {
    return this.#begun++ % TIMED_ONE_IN === 0 ? elapsedMs() : null;
  }

  /** What began has ended. */
  end(beganMs: number | null): void {
    if (beganMs !== null) this.add(elapsedMs() - beganMs);
  }

  /** Milliseconds. */
  add(durationMs: number): void {
    const durationS = durationMs / 1000;
    let bucket = 0;
    while (bucket < BOUNDS_S.length && durationS > (BOUNDS_S[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sumS += durationS;
  }

  get sumS(): number {
    return this.#sumS;
  }

  /** Each upper bound in seconds, as Prometheus writes it, with the number of all that took no longer. */
  cumulative(): readonly (readonly [bound: string, count: number])[] {
    let sum = 0;
    return [...BOUNDS_S.map(String), '+Inf'].map((bound, bucket) => {
      sum += this.#counts[bucket] ?? 0;
      return [bound, sum] as const;
    });
  }
}
