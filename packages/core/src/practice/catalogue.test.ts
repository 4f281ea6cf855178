import { traceTypes } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { findProvenPractices, performerOf, practiceGroups, practices } from './catalogue.ts';

describe('catalog of practices', () => {
  it('keeps the practices of a group next to each other, in the order of the groups', () => {
    expect([...new Set(practices.map(({ group }) => group))]).toEqual(practiceGroups);
    const changes = practices.filter(({ group }, at) => group !== practices[at - 1]?.group);
    expect(changes).toHaveLength(practiceGroups.length);
  });
});

describe('findProvenPractices', () => {
  it('returns several practices for one event', () => {
    const data = { event: 'payment_session.accredited', attempts: 3 };
    expect(findProvenPractices({ type: 'webhook.delivered', data })).toEqual([
      'webhook_acknowledged',
      'accreditation_received',
      'retry_survived',
    ]);
  });

  it('returns the practice of a failed payment for a refused button and for a forced failure', () => {
    expect(
      findProvenPractices({ type: 'session.failed', data: { source: 'control', reason: 'bank_rejected' } }),
    ).toEqual(['failed_payment']);
  });

  it('returns nothing for an event without data, whatever its type', () => {
    const unconditional = [
      'login.succeeded',
      'agreement.created',
      'webhook.delivered',
      'session.payment_failed',
      'session.failed',
      'pos.paired',
      'pos.committed',
      'pos.voided',
      'pos.settled',
    ];
    for (const type of traceTypes) {
      if ([...unconditional, 'session.expired'].includes(type)) continue;
      expect(findProvenPractices({ type, data: {} }), type).toEqual([]);
    }
  });
});

describe('performerOf', () => {
  const performer = (data: Record<string, unknown>, id = 'webhook_acknowledged') =>
    performerOf(id, { type: 'webhook.delivered', data });

  it("returns 'tool' if a tool made the call or the simulator received the webhook, otherwise 'program'", () => {
    expect([performer({ via: 'relay' }), performer({ via: 'direct' }), performer({})]).toEqual([
      'program',
      'program',
      'program',
    ]);
    expect([
      performer({ by: 'tool' }),
      performer({ by: 'examination' }),
      performer({ via: 'loopback' }),
    ]).toEqual(['tool', 'tool', 'tool']);
  });

  it('returns undefined for a practice that a tool may do', () => {
    expect([performer({}, 'payment_on_page'), performer({ by: 'tool' }, 'login')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(practices.filter(({ byAnyone }) => byAnyone).map(({ id }) => id)).toEqual([
      'login',
      'payment_on_page',
      'failed_payment',
      'expired_session',
      'terminal_paired',
      'batch_settled',
    ]);
  });
});
