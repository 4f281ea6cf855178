import type { listDeliveries, RowOf } from '@svc-simulator/contract';

export type ChartedDelivery = Pick<RowOf<typeof listDeliveries>, 'created_at' | 'state' | 'last_attempt'>;

export type ChartPart = ReturnType<typeof chartParts>[number];

const PART_COUNT = 12;
const MIN_SPAN_MS = 60_000;

/** Divides the time since the oldest delivery into equal parts. Ignores test webhooks. */
export function chartParts(deliveries: readonly ChartedDelivery[], now: number) {
  const realDeliveries = deliveries.filter(({ state }) => state !== 'probed');
  if (realDeliveries.length === 0) return [];
  const from = Math.min(...realDeliveries.map(emittedAtMs), now - MIN_SPAN_MS);
  const partMs = (now - from) / PART_COUNT;
  // After a clock reset, a delivery can be later than now. Then it counts in the last part.
  const partIndexOf = (delivery: ChartedDelivery) =>
    Math.min(PART_COUNT - 1, Math.floor((emittedAtMs(delivery) - from) / partMs));
  return Array.from({ length: PART_COUNT }, (_, partIndex) => {
    const partDeliveries = realDeliveries.filter((delivery) => partIndexOf(delivery) === partIndex);
    const countIn = (...states: ChartedDelivery['state'][]) =>
      partDeliveries.filter(({ state }) => states.includes(state)).length;
    const durations = responseTimesMs(partDeliveries);
    const percentile = (percent: number) =>
      durations[Math.ceil((durations.length * percent) / 100) - 1] ?? null;
    return {
      at: from + partIndex * partMs,
      count: partDeliveries.length,
      delivered: countIn('delivered'),
      open: countIn('open'),
      gaveUp: countIn('gave_up', 'healed'),
      p50: percentile(50),
      p95: percentile(95),
    };
  });
}

/** Returns the receivers' response times in ms, fastest first; a timeout counts with its full duration. */
export function responseTimesMs(
  deliveries: readonly Pick<ChartedDelivery, 'last_attempt'>[],
): readonly number[] {
  return deliveries
    .flatMap(({ last_attempt: last }) =>
      last && (last.status !== null || last.error === 'timeout') ? [last.duration_ms] : [],
    )
    .sort((a, b) => a - b);
}

function emittedAtMs({ created_at }: ChartedDelivery): number {
  return Date.parse(created_at);
}
