import type { DueWork } from '@svc-simulator/store/store.ts';
import type { LoopDelay } from './loop-delay.ts';
import type { Histogram, Metrics } from './metrics.ts';

export interface Gauges {
  readonly version: string;
  readonly isReady: boolean;
  readonly dueWork: DueWork | null;
  readonly now: number;
  readonly relays: number;
  readonly connections: number;
  readonly streams: number;
  readonly quotaRefusals: readonly (readonly [quota: string, count: number])[];
  readonly busiestAccounts: readonly (readonly [account: string, attempts: number])[];
  readonly loopDelay: ReturnType<LoopDelay['readAndReset']>;
  readonly memory: Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed'>;
  /** User and system time together, in microseconds. */
  readonly cpuMicros: number;
}

export function metricsText(metrics: Metrics, gauges: Gauges): string {
  const out = new Exposition();
  out.gauge('sim_info', 'The version that runs.', [[{ version: gauges.version }, 1]]);
  out.gauge('sim_ready', 'Whether /ready answers 200.', [[{}, gauges.isReady ? 1 : 0]]);
  writeRequests(out, metrics);
  writeWebhooks(out, metrics);
  writeJobs(out, gauges);
  out.gauge('sim_relays_connected', 'Relays that are connected to this instance.', [[{}, gauges.relays]]);
  out.gauge('sim_connections_open', 'Open connections.', [[{}, gauges.connections]]);
  out.gauge('sim_streams_open', 'Open event streams.', [[{}, gauges.streams]]);
  out.counter(
    'sim_quota_refusals_total',
    'Requests that were 429 because an account had as much as its quota.',
    gauges.quotaRefusals.map(([quota, count]) => [{ quota }, count]),
  );
  out.gauge(
    'sim_account_attempts_under_way',
    'Webhook attempts of the five accounts that have the most of them now.',
    gauges.busiestAccounts.map(([account, attempts]) => [{ account }, attempts]),
  );
  out.histogram(
    'sim_store_commit_duration_seconds',
    'From the decision to its safe storage, waiting included, of one commit in eight.',
    [[{}, metrics.commits]],
  );
  out.counter('sim_store_commit_failures_total', 'Commits and reads that the store was not there for.', [
    [{}, metrics.storeFailures],
  ]);
  writeProcess(out, gauges);
  return out.text();
}

function writeRequests(out: Exposition, { requests }: Metrics): void {
  const activeRequests = [...requests].filter(([, { byStatus }]) => byStatus.size > 0);
  const counts = activeRequests.flatMap(([operation, { byStatus }]) =>
    [...byStatus].map(([status, count]): MetricSample => [{ operation, status }, count]),
  );
  out.counter(
    'sim_requests_total',
    'Answered requests; operation "none" has no such path or method.',
    counts,
  );
  out.histogram(
    'sim_request_duration_seconds',
    'From the request to its answer (of a stream, to its beginning), of one request in eight.',
    activeRequests.map(([operation, { durations }]) => [{ operation }, durations]),
  );
}

function writeWebhooks(out: Exposition, { events, attempts }: Metrics): void {
  const countOf = (type: string) => events.get(type) ?? 0;
  out.counter(
    'sim_webhook_attempts_total',
    'Attempts by route and outcome: accepted (2xx), refused (another status), failed (no answer).',
    [...attempts].map(([key, count]) => {
      const [via = '', outcome = ''] = key.split(' ');
      return [{ via, outcome }, count];
    }),
  );
  out.counter('sim_webhook_deliveries_total', 'Deliveries that ended, by outcome.', [
    [{ outcome: 'delivered' }, countOf('webhook.delivered')],
    [{ outcome: 'gave_up' }, countOf('webhook.gave_up')],
  ]);
  out.counter(
    'sim_trace_events_total',
    'Trace events that this instance stored, by type.',
    [...events].map(([type, count]) => [{ type }, count]),
  );
}

function writeJobs(out: Exposition, { dueWork, now }: Gauges): void {
  if (!dueWork) return;
  const { due, underWay, oldestDueAt, overShare } = dueWork;
  const secondsSince = (ms: number | null) => (ms === null ? 0 : Math.max(0, now - ms) / 1000);
  out.gauge('sim_jobs_due', 'Attempts, expiries, accreditations and sweeps that are due and wait.', [
    [{}, due],
  ]);
  out.gauge('sim_jobs_under_way', 'Jobs that somebody is at.', [[{}, underWay]]);
  out.gauge(
    'sim_jobs_oldest_due_seconds',
    'How long the oldest due job has waited, of accounts within their share.',
    [[{}, secondsSince(oldestDueAt)]],
  );
  out.gauge('sim_jobs_over_share_accounts', 'Accounts that wait for their own jobs, having their share.', [
    [{}, overShare.accounts],
  ]);
  out.gauge('sim_jobs_over_share_oldest_due_seconds', 'How long the oldest due job of these has waited.', [
    [{}, secondsSince(overShare.oldestDueAt)],
  ]);
}

function writeProcess(out: Exposition, { loopDelay, memory, cpuMicros }: Gauges): void {
  out.gauge(
    'sim_event_loop_delay_seconds',
    'How late the event loop was since the last look.',
    loopDelay.map(([quantile, delayS]) => [{ quantile }, delayS]),
  );
  out.gauge('process_resident_memory_bytes', 'Resident memory.', [[{}, memory.rss]]);
  out.gauge('nodejs_heap_size_used_bytes', 'Heap in use.', [[{}, memory.heapUsed]]);
  out.counter('process_cpu_seconds_total', 'Processor time of user and system.', [[{}, cpuMicros / 1e6]]);
}

type Labels = Readonly<Record<string, string | number>>;
type MetricSample = readonly [labels: Labels, value: number];

/** Writes metrics in the text format of Prometheus, version 0.0.4. */
export class Exposition {
  #text = '';

  counter(name: string, help: string, samples: readonly MetricSample[]): void {
    this.#writeFamily(name, 'counter', help, samples);
  }

  gauge(name: string, help: string, samples: readonly MetricSample[]): void {
    this.#writeFamily(name, 'gauge', help, samples);
  }

  histogram(name: string, help: string, histograms: readonly (readonly [Labels, Histogram])[]): void {
    if (histograms.length === 0) return;
    this.#writeHead(name, 'histogram', help);
    for (const [labels, histogram] of histograms) {
      let total = 0;
      for (const [le, count] of histogram.cumulative()) {
        this.#writeLine(`${name}_bucket`, { ...labels, le }, count);
        total = count;
      }
      this.#writeLine(`${name}_sum`, labels, histogram.sumS);
      this.#writeLine(`${name}_count`, labels, total);
    }
  }

  text(): string {
    return this.#text;
  }

  #writeFamily(name: string, type: string, help: string, samples: readonly MetricSample[]): void {
    if (samples.length === 0) return;
    this.#writeHead(name, type, help);
    for (const [labels, value] of samples) this.#writeLine(name, labels, value);
  }

  #writeHead(name: string, type: string, help: string): void {
    this.#text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  }

  #writeLine(name: string, labels: Labels, value: number): void {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`);
    this.#text += `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  }
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
