import type { DeliveryRecord } from '@svc-simulator/core';

/** What is charted of a delivery. */
export type ChartedDelivery = Pick<DeliveryRecord, 'createdAt' | 'state' | 'probe' | 'last'>;

/** The deliveries that were emitted within one part of the time that a chart covers. */
export interface ChartPart {
  /** When it begins, in ms since the epoch. */
  readonly at: number;
  readonly delivered: number;
  readonly open: number;
  readonly gaveUp: number;
  /** How long half of the receiver's answers took at most, and 95 of 100, in ms; null without an answer. */
  readonly p50: number | null;
  readonly p95: number | null;
}

const PARTS = 12;
const LEAST_MS = 60_000;

/** Deliveries, from the oldest of them until now, in twelve parts of equal length; none without deliveries. Probes are left out. */
export function chartParts(deliveries: readonly ChartedDelivery[], now: number): readonly ChartPart[] {
  const genuine = deliveries.filter(({ probe }) => !probe);
  if (genuine.length === 0) return [];
  // An account's clock may have been put back: what is later than now counts as now.
  const from = Math.min(...genuine.map(({ createdAt }) => createdAt), now - LEAST_MS);
  const length = (now - from) / PARTS;
  const placeOf = ({ createdAt }: ChartedDelivery) =>
    Math.min(PARTS - 1, Math.floor((createdAt - from) / length));
  return Array.from({ length: PARTS }, (_, part) => {
    const own = genuine.filter((delivery) => placeOf(delivery) === part);
    const count = (state: DeliveryRecord['state']) => own.filter((one) => one.state === state).length;
    const answered = answerTimes(own);
    const percentile = (of100: number) => answered[Math.ceil((answered.length * of100) / 100) - 1] ?? null;
    return {
      at: from + part * length,
      delivered: count('delivered'),
      open: count('open'),
      gaveUp: count('gave_up'),
      p50: percentile(50),
      p95: percentile(95),
    };
  });
}

/** How long receivers took, in ms, the fastest first; an attempt that timed out counts with the time that it had. */
export function answerTimes(deliveries: readonly Pick<DeliveryRecord, 'last'>[]): readonly number[] {
  return deliveries
    .flatMap(({ last }) =>
      last && (last.status !== null || last.error === 'timeout') ? [last.durationMs] : [],
    )
    .sort((one, other) => one - other);
}
