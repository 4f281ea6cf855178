import { describe, expect, it } from 'vitest';
import { type ChartedDelivery, chartParts } from './chart-figures.ts';

const HOUR = 3_600_000;
const delivery = (createdAt: number, more: Partial<ChartedDelivery> = {}): ChartedDelivery => ({
  created_at: new Date(createdAt).toISOString(),
  state: 'delivered',
  last_attempt: null,
  ...more,
});
const deliveryWith = (status: number | null, error: string | null, duration_ms: number) => ({
  last_attempt: { status, error, duration_ms, cause: null },
});
const deliveryIn = (durationMs: number) => deliveryWith(200, null, durationMs);

describe('figures of the delivery chart', () => {
  it('returns no segments without deliveries, and ignores test webhooks', () => {
    expect(chartParts([], HOUR)).toEqual([]);
    expect(chartParts([delivery(0, { state: 'probed' })], HOUR)).toEqual([]);
  });

  it('counts outcomes in twelve equal periods, and later deliveries in the last one', () => {
    const parts = chartParts(
      [
        delivery(0),
        delivery(1, { state: 'gave_up' }),
        delivery(6 * HOUR, { state: 'open' }),
        delivery(12 * HOUR),
        delivery(20 * HOUR),
      ],
      12 * HOUR,
    );
    expect(parts.map(({ at }) => at / HOUR)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(
      parts.flatMap(({ delivered, open, gaveUp }, part) =>
        delivered + open + gaveUp > 0 ? [[part, delivered, open, gaveUp]] : [],
      ),
    ).toEqual([
      [0, 1, 0, 1],
      [6, 0, 1, 0],
      [11, 2, 0, 0],
    ]);
  });

  it('returns the median and 95th percentile of response times, and counts a timeout as its full length', () => {
    const silent = (error: string) => delivery(0, deliveryWith(null, error, 5000));
    const hundred = Array.from({ length: 100 }, (_, index) => delivery(0, deliveryIn(100 - index)));
    expect(chartParts([...hundred, silent('ECONNREFUSED')], HOUR)[0]).toMatchObject({ p50: 50, p95: 95 });
    expect(chartParts([delivery(0, deliveryIn(7))], HOUR)[0]).toMatchObject({ p50: 7, p95: 7 });
    expect(chartParts([delivery(0, deliveryIn(7)), silent('timeout')], HOUR)[0]).toMatchObject({
      p50: 7,
      p95: 5000,
    });
    expect(chartParts([silent('ECONNREFUSED')], HOUR)[0]).toMatchObject({ p50: null, p95: null });
  });
});
