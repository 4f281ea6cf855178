import type { DeliveryModel, EventView, SessionRecord } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { causeGroups, storySteps } from './story-steps.ts';

const session = { id: 's', createdAt: 1, origin: 'button', fields: {} } as unknown as SessionRecord;
const event = (id: number, type: string): EventView => ({
  id,
  at: id,
  type,
  sessionId: 's',
  data: {},
  json: '{}',
});
const delivery = (emittedEventId: number, name: string, more: object = {}) =>
  ({
    id: `d${emittedEventId}`,
    event: `payment_session.${name}`,
    state: 'gave_up',
    probe: null,
    attempts: [],
    diagnosis: [{ code: 'receiver_error', severity: 'likely' }],
    emittedEventId,
    ...more,
  }) as unknown as DeliveryModel;
const story = (events: readonly EventView[], deliveries: readonly DeliveryModel[]) =>
  storySteps({ session, events, deliveries }).map((step) => [
    step.event.type,
    ...step.deliveries.map(({ id }) => id),
  ]);

describe('the story of a session', () => {
  it('shows each webhook and its resends under the step that the webhook reports', () => {
    const events = [event(1, 'session.created'), event(3, 'session.paid'), event(5, 'session.accredited')];
    const deliveries = [
      delivery(8, 'created'),
      delivery(6, 'accredited'),
      delivery(4, 'paid'),
      delivery(2, 'created'),
    ];
    expect(story(events, deliveries)).toEqual([
      ['session.created', 'd2', 'd8'],
      ['session.paid', 'd4'],
      ['session.accredited', 'd6'],
    ]);
  });

  it('finds the step of a webhook whose event has a different name', () => {
    const events = [event(1, 'session.created'), event(3, 'session.accreditation_failed')];
    expect(story(events, [delivery(4, 'accreditation_to_recipient_failed')])).toEqual([
      ['session.created'],
      ['session.accreditation_failed', 'd4'],
    ]);
  });

  it('starts with the creation, and keeps the webhooks, even if retention deleted the trace', () => {
    expect(story([], [delivery(7, 'paid')])).toEqual([['session.created', 'd7']]);
  });

  it('leaves out test webhooks, which appear in their own section', () => {
    expect(story([event(1, 'session.created')], [delivery(2, 'created', { probe: 'duplicate' })])).toEqual([
      ['session.created'],
    ]);
  });
});

describe('the causes of a session', () => {
  const groups = (...deliveries: readonly DeliveryModel[]) =>
    causeGroups(deliveries).map((group) => group.map(({ id }) => id));

  it('shows a cause once for all webhooks that share it', () => {
    const other = { diagnosis: [{ code: 'refused', severity: 'likely' }] };
    expect(groups(delivery(6, 'accredited'), delivery(4, 'paid', other), delivery(2, 'created'))).toEqual([
      ['d6', 'd2'],
      ['d4'],
    ]);
  });

  it('leaves out failures of test webhooks, and failures whose event was delivered later', () => {
    const success = { state: 'delivered', diagnosis: [] };
    expect(groups(delivery(4, 'created', success), delivery(2, 'created'))).toEqual([]);
    expect(groups(delivery(4, 'paid', success), delivery(2, 'created'))).toEqual([['d2']]);
    expect(groups(delivery(2, 'created', { probe: 'duplicate' }))).toEqual([]);
  });

  it('includes a webhook with a forged signature that the receiver accepted', () => {
    const attempts = [{ chaos: ['bad_signature'] }];
    expect(groups(delivery(2, 'created', { state: 'delivered', attempts }))).toEqual([['d2']]);
    expect(groups(delivery(2, 'created', { state: 'delivered' }))).toEqual([]);
  });
});
