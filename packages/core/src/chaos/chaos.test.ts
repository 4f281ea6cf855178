import { describe, expect, it } from 'vitest';
import { sampleDelivery } from '../../test/samples.ts';
import type { DeliveryRecord } from '../records.ts';
import { type ChaosSettings, drawAttempt, drawCall, drawEmission } from './chaos.ts';
import { firstAttemptsDue } from './chaos-order.ts';

const never = { duplicate: 0, reorder: 0, drop: 0, bad_signature: 0, stale_timestamp: 0, error_rate: 0 };
const nothing: ChaosSettings = {
  seed: 42,
  rates: never,
  delayMs: { min: 0, max: 0 },
  latencyMs: { min: 0, max: 0 },
};
const chaos = (
  more: Partial<ChaosSettings['rates']>,
  others: Partial<ChaosSettings> = {},
): ChaosSettings => ({ ...nothing, ...others, rates: { ...never, ...more } });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const anyEvent = 'payment_session.created';
const attemptAt = (webhookNumber: number, isCopy = false) => ({ webhookNumber, isCopy, attempt: 1 });

describe('the random draw of chaos', () => {
  it('returns the same faults for a seed in every version of the simulator', () => {
    const { rates } = chaos({ duplicate: 0.3, reorder: 0.3, drop: 0.3, bad_signature: 0.3, error_rate: 0.5 });
    const settings = { seed: 42, rates, delayMs: { min: 100, max: 2000 }, latencyMs: { min: 5, max: 50 } };
    expect(numbers(4).map((number) => drawEmission(settings, number, anyEvent))).toEqual([
      { duplicate: false, reorder: false, delayMs: 434, copyDelayMs: 1060 },
      { duplicate: false, reorder: true, delayMs: 830, copyDelayMs: 1341 },
      { duplicate: true, reorder: false, delayMs: 408, copyDelayMs: 647 },
      { duplicate: true, reorder: false, delayMs: 1163, copyDelayMs: 762 },
    ]);
    const attempts = numbers(8).map((number) => drawAttempt(settings, attemptAt(number)));
    expect(attempts).toEqual([['bad_signature'], [], [], [], [], ['drop'], ['bad_signature'], ['drop']]);
    expect(numbers(5).map((number) => drawCall(settings, number))).toEqual([
      { latencyMs: 18, error: null },
      { latencyMs: 31, error: null },
      { latencyMs: 50, error: null },
      { latencyMs: 26, error: 503 },
      { latencyMs: 10, error: null },
    ]);
  });

  it('injects each fault at the rate that is set for it, independently of other faults', () => {
    const settings = chaos({ duplicate: 0.2, reorder: 0.5, drop: 0.1, error_rate: 0.3 });
    const draws = numbers(5000).map((number) => ({
      ...drawEmission(settings, number, anyEvent),
      dropped: drawAttempt(settings, attemptAt(number)).length === 1,
      droppedAgain: drawAttempt(settings, { ...attemptAt(number), attempt: 2 }).length === 1,
      error: drawCall(settings, number).error !== null,
    }));
    const share = (matches: (draw: (typeof draws)[number]) => boolean) =>
      draws.filter(matches).length / draws.length;
    expect(share(({ duplicate }) => duplicate)).toBeCloseTo(0.2, 1);
    expect(share(({ reorder }) => reorder)).toBeCloseTo(0.5, 1);
    expect(share(({ dropped }) => dropped)).toBeCloseTo(0.1, 1);
    expect(share(({ error }) => error)).toBeCloseTo(0.3, 1);
    expect(share(({ duplicate, reorder }) => duplicate && reorder)).toBeCloseTo(0.1, 1);
    const both = share(({ dropped, droppedAgain }) => dropped && droppedAgain);
    expect(both).toBeGreaterThan(0.004);
    expect(both).toBeLessThan(0.016);
  });

  it('returns other faults for another seed', () => {
    const faultsOfSeed = (seed: number) =>
      numbers(100).map((number) => drawAttempt(chaos({ drop: 0.5 }, { seed }), attemptAt(number)).length);
    expect(faultsOfSeed(1)).toEqual(faultsOfSeed(1));
    expect(faultsOfSeed(1)).not.toEqual(faultsOfSeed(2));
  });

  it('never injects a fault at rate 0 and always injects one at rate 1', () => {
    const all = chaos({ duplicate: 1, reorder: 1, bad_signature: 1, stale_timestamp: 1, error_rate: 1 });
    for (const number of numbers(200)) {
      expect(drawEmission(nothing, number, anyEvent)).toMatchObject({
        duplicate: false,
        reorder: false,
        delayMs: 0,
      });
      expect(drawAttempt(nothing, attemptAt(number))).toEqual([]);
      expect(drawCall(nothing, number)).toEqual({ latencyMs: 0, error: null });
      expect(drawEmission(all, number, anyEvent)).toMatchObject({ duplicate: true, reorder: true });
      expect(drawAttempt(all, attemptAt(number))).toEqual(['bad_signature', 'stale_timestamp']);
      expect([500, 503]).toContain(drawCall(all, number).error);
    }
  });

  it('keeps delays and latencies within their range, including both ends', () => {
    const settings = chaos({}, { delayMs: { min: 3, max: 5 }, latencyMs: { min: 7, max: 7 } });
    const draws = numbers(100).map((number) => drawEmission(settings, number, anyEvent));
    expect(new Set(draws.map(({ delayMs }) => delayMs))).toEqual(new Set([3, 4, 5]));
    expect(new Set(draws.map(({ copyDelayMs }) => copyDelayMs))).toEqual(new Set([3, 4, 5]));
    expect(drawCall(settings, 1).latencyMs).toBe(7);
  });

  it('injects drop or bad_signature, never both, and gives a duplicate its own draw', () => {
    const settings = chaos({ drop: 0.5, bad_signature: 1 });
    const faultsOf = ({ isCopy }: { isCopy: boolean }) =>
      numbers(50).map((number) => drawAttempt(settings, attemptAt(number, isCopy)).join());
    expect(new Set(faultsOf({ isCopy: false }))).toEqual(new Set(['drop', 'bad_signature']));
    expect(faultsOf({ isCopy: false })).not.toEqual(faultsOf({ isCopy: true }));
  });

  it('never reorders the final webhook of a session', () => {
    const settings = chaos({ reorder: 1 });
    expect(drawEmission(settings, 1, 'payment_session.paid').reorder).toBe(true);
    expect(drawEmission(settings, 1, 'payment_session.accredited').reorder).toBe(false);
  });
});

describe('firstAttemptsDue', () => {
  const delivery = (id: string, chaos?: DeliveryRecord['chaos'], key = id): DeliveryRecord => ({
    ...sampleDelivery(),
    id,
    idempotencyKey: key,
    ...(chaos && { chaos }),
  });
  const deliveryWith = (id: string, faults: ('reorder' | 'delay' | 'duplicate')[], key = id) =>
    delivery(id, { id: 1, number: 1, faults }, key);
  const order = (deliveries: readonly DeliveryRecord[], due: readonly string[]) =>
    firstAttemptsDue(deliveries, ({ id }) => due.includes(id)).map(({ id }) => id);

  it('returns deliveries without chaos even if none is due', () => {
    expect(order([delivery('a'), delivery('b')], [])).toEqual(['a', 'b']);
  });

  it('keeps a reordered webhook waiting if only its own duplicate is due', () => {
    const copy = deliveryWith('a2', ['duplicate'], 'a');
    expect(order([deliveryWith('a', ['reorder']), copy], ['a2'])).toEqual(['a2']);
    expect(order([deliveryWith('a', ['reorder']), copy, deliveryWith('b', [])], ['a2', 'b'])).toEqual([
      'a2',
      'b',
      'a',
    ]);
  });
});
