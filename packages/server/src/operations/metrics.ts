import { getOrCreate, isAccepted, type TraceDraft } from '@svc-simulator/core';
import { elapsedMs } from '@svc-simulator/machine/elapsed.ts';

class RequestMeter {
  readonly byStatus = new Map<number, number>();
  readonly durations = new Histogram();

  /** Returns the start time of a request in ms; null if it isn't sampled. */
  start(): number | null {
    return this.durations.start();
  }

  add(status: number, startedMs: number | null = null): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.durations.end(startedMs);
  }
}

/**
 * Counters of one simulator. Every label has a fixed list of values (operations, event types, routes), so
 * that clients can't add series.
 */
export class Metrics {
  readonly requests = new Map<string, RequestMeter>();
  readonly commits = new Histogram();
  storeFailures = 0;
  readonly events = new Map<string, number>();
  readonly attempts = new Map<string, number>();

  requestsOf(operation: string): RequestMeter {
    return getOrCreate(this.requests, operation, () => new RequestMeter());
  }

  /** Counts a commit of this instance and its trace events; `startedMs` is the result of `commits.start`. */
  countCommit(startedMs: number | null, events: readonly TraceDraft[] | undefined): void {
    this.commits.end(startedMs);
    if (!events) return;
    for (const { type, data } of events) {
      increment(this.events, type);
      if (type === 'webhook.attempted') increment(this.attempts, `${data.via} ${attemptOutcome(data)}`);
    }
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Returns `accepted` (2xx), `refused` (another status) or `failed` (no response). */
function attemptOutcome({ status }: TraceDraft['data']): string {
  if (typeof status !== 'number') return 'failed';
  return isAccepted(status) ? 'accepted' : 'refused';
}

/** Upper bounds in seconds, from a read in memory to the longest attempt. */
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Measures one duration in this many, because reading the time costs more than counting. */
const SAMPLING_INTERVAL = 8;

export class Histogram {
  /** The last bucket is for values above all bounds. */
  readonly #counts = new Float64Array(BOUNDS_S.length + 1);
  #sumS = 0;
  #startCount = 0;

  start(): number | null {
    return this.#startCount++ % SAMPLING_INTERVAL === 0 ? elapsedMs() : null;
  }

  end(startedMs: number | null): void {
    if (startedMs !== null) this.add(elapsedMs() - startedMs);
  }

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

  /** Returns each upper bound in seconds, in Prometheus notation, with the number of durations up to it. */
  cumulative(): readonly (readonly [bound: string, count: number])[] {
    let sum = 0;
    return [...BOUNDS_S.map(String), '+Inf'].map((bound, bucket) => {
      sum += this.#counts[bucket] ?? 0;
      return [bound, sum] as const;
    });
  }
}
