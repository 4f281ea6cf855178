import type { TraceEvent } from '@svc-simulator/contract';
import { preventionBy } from '@svc-simulator/core';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { isReached, parseMilestone } from './condition.ts';

const event = (type: string, data: object = {}) => ({ id: 1, at: '', type, data }) as TraceEvent;
const milestoneState = (name: string, seenEvent: TraceEvent) => {
  const milestone = parseMilestone(inEnglish, name);
  return isReached(milestone, seenEvent)
    ? 'reached'
    : preventionBy(milestone, seenEvent)
      ? 'impossible'
      : 'waits';
};

describe('milestones of sim session wait', () => {
  it.each([
    ['paid', 'session.paid', 'reached'],
    ['paid', 'session.failed', 'impossible'],
    ['paid', 'session.expired', 'impossible'],
    ['paid', 'session.payment_failed', 'waits'],
    ['failed', 'session.paid', 'impossible'],
    ['expired', 'session.expired', 'reached'],
    ['accredited', 'session.paid', 'waits'],
    ['accredited', 'session.accreditation_failed', 'waits'],
    ['accredited', 'session.expired', 'impossible'],
    ['accreditation_to_recipient_failed', 'session.accreditation_failed', 'reached'],
    ['accreditation_to_recipient_failed', 'session.accredited', 'impossible'],
    ['session.paid', 'session.failed', 'impossible'],
    ['session.payment_failed', 'session.payment_failed', 'reached'],
    ['webhook.delivered', 'session.failed', 'waits'],
    ['webhook.delivered:paid', 'session.failed', 'impossible'],
    ['webhook.delivered:accredited', 'session.accreditation_failed', 'waits'],
    ['payment_session.paid', 'session.failed', 'impossible'],
    ['payment_session.created', 'session.created', 'reached'],
  ])('judges %s after %s as %s', (name, type, expected) => {
    expect(milestoneState(name, event(type))).toBe(expected);
  });

  it('distinguishes the webhooks of a session by their kind', () => {
    const createdDelivery = event('webhook.delivered', { event: 'payment_session.created' });
    const paidDelivery = event('webhook.delivered', { event: 'payment_session.paid' });
    expect(milestoneState('webhook.delivered', createdDelivery)).toBe('reached');
    expect(milestoneState('webhook.delivered:paid', createdDelivery)).toBe('waits');
    expect(milestoneState('webhook.delivered:paid', paidDelivery)).toBe('reached');
    expect(milestoneState('webhook.delivered:payment_session.paid', paidDelivery)).toBe('reached');
    const received = event('webhook.received', { body: { event: 'payment_session.paid' } });
    expect(milestoneState('webhook.received:paid', received)).toBe('reached');
    expect(milestoneState('webhook.received:paid', event('webhook.received', { body: null }))).toBe('waits');
  });

  it.each([
    ['', /accredited.*webhook\.delivered/],
    ['payed', /^\(Did you mean paid\?\)$/],
    ['relay.connected', /accredited.*webhook\.delivered/],
    ['session.paid:paid', /session\.paid/],
    [':paid', /Did you mean paid/],
  ])(
    'refuses "%s", and lists similar names or, if there are none, the allowed ones',
    (name, allowedNames) => {
      expect(() => parseMilestone(inEnglish, name)).toThrow(InvalidArgumentError);
      expect(() => parseMilestone(inEnglish, name)).toThrow(allowedNames);
    },
  );

  it.each(['webhook.delivered:', 'webhook.delivered:payed'])(
    'lists the kinds of webhooks if the kind in "%s" is unknown',
    (name) => {
      const parseName = () => parseMilestone(inEnglish, name);
      expect(parseName).toThrow(
        /^Allowed choices are created, paid, accredited,[^:]* failed_credit\.(?:\n|$)/,
      );
      expect(parseName).not.toThrow(/created.*created/s);
    },
  );
});
