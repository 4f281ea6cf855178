import { expect, it } from 'vitest';
import { Histogram } from './metrics.ts';
import { Exposition } from './metrics-text.ts';

it('writes the text format of Prometheus', () => {
  const out = new Exposition();
  const histogram = new Histogram();
  for (const durationMs of [0.2, 1, 1.1, 70, 11_000]) histogram.add(durationMs);
  out.gauge('sim_ready', 'Whether.', [[{}, 1]]);
  out.counter('sim_requests_total', 'Requests.', [[{ operation: 'a"b\\c\nd', status: 200 }, 12]]);
  out.counter('sim_nothing_total', 'Left out.', []);
  out.histogram('sim_times_seconds', 'Times.', [[{ operation: 'x' }, histogram]]);
  expect(out.text()).toBe(`# HELP sim_ready Whether.
# TYPE sim_ready gauge
sim_ready 1
# HELP sim_requests_total Requests.
# TYPE sim_requests_total counter
sim_requests_total{operation="a\\"b\\\\c\\nd",status="200"} 12
# HELP sim_times_seconds Times.
# TYPE sim_times_seconds histogram
sim_times_seconds_bucket{operation="x",le="0.001"} 2
sim_times_seconds_bucket{operation="x",le="0.0025"} 3
sim_times_seconds_bucket{operation="x",le="0.005"} 3
sim_times_seconds_bucket{operation="x",le="0.01"} 3
sim_times_seconds_bucket{operation="x",le="0.025"} 3
sim_times_seconds_bucket{operation="x",le="0.05"} 3
sim_times_seconds_bucket{operation="x",le="0.1"} 4
sim_times_seconds_bucket{operation="x",le="0.25"} 4
sim_times_seconds_bucket{operation="x",le="0.5"} 4
sim_times_seconds_bucket{operation="x",le="1"} 4
sim_times_seconds_bucket{operation="x",le="2.5"} 4
sim_times_seconds_bucket{operation="x",le="5"} 4
sim_times_seconds_bucket{operation="x",le="10"} 4
sim_times_seconds_bucket{operation="x",le="+Inf"} 5
sim_times_seconds_sum{operation="x"} 11.0723
sim_times_seconds_count{operation="x"} 5
`);
});

it('samples one duration in eight, beginning with the first', () => {
  const histogram = new Histogram();
  const startTimes = Array.from({ length: 17 }, () => histogram.start());
  expect(startTimes.flatMap((startedMs, index) => (startedMs === null ? [] : [index]))).toEqual([0, 8, 16]);
  for (const startedMs of startTimes) histogram.end(startedMs);
  expect(histogram.cumulative().at(-1)).toEqual(['+Inf', 3]);
});
