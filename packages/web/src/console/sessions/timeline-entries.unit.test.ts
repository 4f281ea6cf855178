import type { EventData, EventView } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { timelineEntries } from './session-timeline.tsx';

let id = 0;
const event = (type: string, data: EventData = {}): EventView => ({
  id: ++id,
  at: id,
  type,
  sessionId: 's',
  data,
  json: '{}',
});
const story = (events: readonly EventView[]) =>
  timelineEntries(events).map(({ event: { type }, followers, times, deliveryId }) => [
    type,
    followers.map((follower) => follower.type),
    times,
    deliveryId,
  ]);

describe('the time line', () => {
  it('groups attempts and responses under their webhook, in whatever order they came', () => {
    expect(
      story([
        event('session.created'),
        event('webhook.emitted', { delivery_id: 'a' }),
        event('session.paid'),
        event('webhook.emitted', { delivery_id: 'b' }),
        event('webhook.attempted', { delivery_id: 'b' }),
        event('webhook.attempted', { delivery_id: 'a' }),
        event('webhook.delivered', { delivery_id: 'b' }),
        event('webhook.gave_up', { delivery_id: 'a' }),
      ]),
    ).toEqual([
      ['session.created', [], 1, undefined],
      ['webhook.emitted', ['webhook.attempted', 'webhook.gave_up'], 1, 'a'],
      ['session.paid', [], 1, undefined],
      ['webhook.emitted', ['webhook.attempted', 'webhook.delivered'], 1, 'b'],
    ]);
  });

  it("groups a built-in receiver's event under the latest webhook with that key", () => {
    const headers = { 'idempotency-key': 'k' };
    expect(
      story([
        event('webhook.emitted', { delivery_id: 'a', headers }),
        event('webhook.received', { headers }),
        event('webhook.emitted', { delivery_id: 'b', resend_of: 'a', headers }),
        event('webhook.received', { headers }),
        event('webhook.received', { headers: { 'idempotency-key': 'other' } }),
      ]),
    ).toEqual([
      ['webhook.emitted', ['webhook.received'], 1, 'a'],
      ['webhook.emitted', ['webhook.received'], 1, 'b'],
      ['webhook.received', [], 1, undefined],
    ]);
  });

  it('shows an attempt separately if its webhook is on another page', () => {
    expect(story([event('webhook.attempted', { delivery_id: 'gone' })])).toEqual([
      ['webhook.attempted', [], 1, undefined],
    ]);
  });

  it('counts equal status queries in a row', () => {
    const query = (status: string) => event('session.status_queried', { status, accreditation: 'none' });
    expect(
      story([
        query('pending'),
        query('pending'),
        query('pending'),
        query('paid'),
        event('session.created'),
        query('paid'),
      ]),
    ).toEqual([
      ['session.status_queried', [], 3, undefined],
      ['session.status_queried', [], 1, undefined],
      ['session.created', [], 1, undefined],
      ['session.status_queried', [], 1, undefined],
    ]);
  });

  it("keeps a webhook that wasn't sent apart from others", () => {
    const unsent = () => event('webhook.emitted', { delivery_id: null });
    expect(story([unsent(), unsent()])).toEqual([
      ['webhook.emitted', [], 1, undefined],
      ['webhook.emitted', [], 1, undefined],
    ]);
  });
});
