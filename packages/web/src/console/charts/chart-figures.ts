import type { listDeliveries, RowOf } from '@svc-simulator/contract';

export type ChartedDelivery = Pick<RowOf<typeof listDeliveries>, 'created_at' | 'state' | 'last_attempt'>;

/** The deliveries that were emitted within one part of the time that a chart covers. */
export type ChartPart = ReturnType<typeof chartParts>[number];

const PARTS = 12;
const LEAST_MS = 60_000;

/** Deliveries, from the oldest of them until now, in twelve parts of equal length; none without deliveries. Probes are left out. */
export function chartParts(deliveries: readonly ChartedDelivery[], now: number) {
  const genuine = deliveries.filter(({ state }) => state !== 'probed');
  if (genuine.length === 0) return [];
  // An account's clock may have been put back: what is later than now counts as now.
  const from = Math.min(...genuine.map(emittedAt), now - LEAST_MS);
  const length = (now - from) / PARTS;
  const placeOf = (delivery: ChartedDelivery) =>
    Math.min(PARTS - 1, Math.floor((emittedAt(delivery) - from) / length));
  return Array.from({ length: PARTS }, (_, part) => {
    const own = genuine.filter((delivery) => placeOf(delivery) === part);
    const count = (...states: ChartedDelivery['state'][]) =>
      own.filter(({ state }) => states.includes(state)).length;
    const answered = answerTimes(own);
    const percentile = (of100: number) => answered[Math.ceil((answered.length * of100) / 100) - 1] ?? null;
    return {
      /** When it begins, in ms since the epoch. */
      at: from + part * length,
      delivered: count('delivered'),
      open: count('open'),
      gaveUp: count('gave_up', 'healed'),
      /** How long half of the receiver's answers took at most, and 95 of 100, in ms; null without an answer. */
      p50: percentile(50),
      p95: percentile(95),
    };
  });
}

/** How long receivers took, in ms, the fastest first; an attempt that timed out counts with the time that it had. */
export function answerTimes(deliveries: readonly Pick<ChartedDelivery, 'last_attempt'>[]): readonly number[] {
  return deliveries
    .flatMap(({ last_attempt: last }) =>
      last && (last.status !== null || last.error === 'timeout') ? [last.duration_ms] : [],
    )
    .sort((one, other) => one - other);
}

function emittedAt({ created_at }: ChartedDelivery): number {
  return Date.parse(created_at);
}
