import { describe, expect, it } from 'vitest';
import { NOW, sampleDelivery } from '../../test/samples.ts';
import type { AttemptResult } from './attempt-result.ts';
import { decideDelivery } from './delivery-machine.ts';

const responseResult = (status: number, attempt = 1): AttemptResult => ({
  attempt,
  via: 'relay',
  status,
  error: null,
  durationMs: 12,
  responseBody: 'ok',
});
const brokenResult = (attempt = 1): AttemptResult => ({
  attempt,
  via: 'direct',
  status: null,
  error: 'ECONNREFUSED',
  durationMs: 3,
  responseBody: null,
});
const about = { delivery_id: sampleDelivery().id, event: 'payment_session.paid' };

describe('chaos faults of an attempt', () => {
  it('emits an event for each fault, and then the event of the attempt, which lists all faults', () => {
    const delivery = sampleDelivery({ chaos: { id: 3, number: 7, faults: ['duplicate'] } });
    const chaosResult: AttemptResult = {
      ...responseResult(401),
      chaos: { faults: ['bad_signature', 'stale_timestamp'], headers: { 'svc-signature': 'x' } },
    };
    const { events } = decideDelivery(delivery, chaosResult, NOW);
    expect(events.map(({ type, data }) => [type, data.fault ?? data.chaos])).toEqual([
      ['chaos.injected', 'bad_signature'],
      ['chaos.injected', 'stale_timestamp'],
      ['webhook.attempted', ['duplicate', 'bad_signature', 'stale_timestamp']],
    ]);
    expect(events[0]?.data).toEqual({ ...about, fault: 'bad_signature', number: 7, attempt: 1 });
    expect(events[2]?.data.headers).toEqual({ 'svc-signature': 'x' });
    const [later] = decideDelivery(delivery, responseResult(401), NOW).events;
    expect(later?.data).toMatchObject({ chaos: ['duplicate'] });
    expect(later?.data).not.toHaveProperty('headers');
    const [other] = decideDelivery(sampleDelivery(), responseResult(401), NOW).events;
    expect(other?.data).not.toHaveProperty('chaos');
  });
});

describe('retry delays', () => {
  it('waits 2000 and 5000 ms after the end of each attempt, and then abandons the delivery', () => {
    const first = decideDelivery(sampleDelivery(), brokenResult(1), NOW + 5000);
    expect(first.delivery).toEqual(
      sampleDelivery({
        attempts: 1,
        nextAttemptAt: NOW + 7000,
        updatedAt: NOW + 5000,
        last: { status: null, error: 'ECONNREFUSED', durationMs: 3, cause: 'nothing_listens' },
      }),
    );
    const second = decideDelivery(first.delivery, responseResult(500, 2), NOW + 7010);
    expect(second.delivery).toEqual(
      sampleDelivery({
        attempts: 2,
        nextAttemptAt: NOW + 12_010,
        updatedAt: NOW + 7010,
        last: { status: 500, error: null, durationMs: 12, cause: 'receiver_error' },
      }),
    );
    const third = decideDelivery(second.delivery, brokenResult(3), NOW + 12_020);
    expect(third.delivery).toEqual(
      sampleDelivery({
        state: 'gave_up',
        attempts: 3,
        nextAttemptAt: null,
        updatedAt: NOW + 12_020,
        last: { status: null, error: 'ECONNREFUSED', durationMs: 3, cause: 'nothing_listens' },
      }),
    );
    expect([first, second, third].map(({ events }) => events.map(({ type }) => type))).toEqual([
      ['webhook.attempted'],
      ['webhook.attempted'],
      ['webhook.attempted', 'webhook.gave_up'],
    ]);
  });
});

describe('result of an attempt', () => {
  it.each([
    [
      'a delivered webhook',
      sampleDelivery({ state: 'delivered', attempts: 1, nextAttemptAt: null }),
      responseResult(200, 2),
    ],
    [
      'an abandoned webhook',
      sampleDelivery({ state: 'gave_up', attempts: 3, nextAttemptAt: null }),
      responseResult(200, 4),
    ],
    ['the repeated result of an attempt', sampleDelivery({ attempts: 1 }), responseResult(200, 1)],
    ['the result of an attempt after the next', sampleDelivery(), responseResult(200, 2)],
  ])('leaves the delivery unchanged for %s', (_name, delivery, result) => {
    const decision = decideDelivery(delivery, result, NOW + 9);
    expect(decision.delivery).toBe(delivery);
    expect(decision.events).toEqual([]);
  });
});
