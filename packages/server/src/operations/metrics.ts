import type { TraceDraft } from '@svc-simulator/core';
import { Histogram } from './histogram.ts';

/** The requests of one operation: by status, and how long until they were answered. */
export class RequestMeter {
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
