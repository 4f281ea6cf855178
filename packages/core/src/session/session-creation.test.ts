import type { SessionFields } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { CREATED_AT, sampleAgreement, sampleSession } from '../../test/samples.ts';
import { createSession, dueDateOf } from './session-creation.ts';

const { fields, id } = sampleSession();
const at = { now: CREATED_AT };
const agreement = sampleAgreement();
const withFields = (more: Partial<SessionFields>) => ({ ...fields, ...more });

describe('createSession', () => {
  it('makes a pending record that holds the agreement’s methods', () => {
    const { session } = createSession({ id, origin: 'button', fields, agreement }, at);
    expect(session).toEqual(sampleSession());
    expect(session.fields).toBe(fields);
  });

  it('tells the trace and emits payment_session.created', () => {
    const { effects } = createSession({ id, origin: 'button', fields, agreement }, at);
    expect(effects).toEqual({
      events: [
        {
          type: 'session.created',
          at: CREATED_AT,
          sessionId: id,
          data: {
            origin: 'button',
            status: 'pending',
            amount_reference: 10,
            currency_reference: 'USD',
            agreement_id: 'agr_8899aabbccddeeff',
            identifier: 'F-001',
            split: false,
          },
        },
      ],
      emissions: ['payment_session.created'],
    });
  });

  it('takes the agreement’s shares, unless the session has its own', () => {
    const house = [{ recipientId: 'p1', basisPoints: 100 }];
    const own = [{ recipientId: 'p2', amountMinor: 5 }];
    const shared = sampleAgreement({ split: true, shares: house });
    const inherited = createSession({ id, origin: 'button', fields, agreement: shared }, at);
    expect(inherited.session.shares).toEqual(house);
    expect(inherited.effects.events[0]?.data.split).toBe(true);
    const replaced = createSession({ id, origin: 'button', fields, agreement: shared, shares: own }, at);
    expect(replaced.session.shares).toEqual(own);
  });

  it.each([
    ['a button', 'button', {}, CREATED_AT + 600_000],
    ['a button of 5 minutes', 'button', { duration_minutes: 5 }, CREATED_AT + 300_000],
    ['a request', 'request', { due_date_session: '2026-12-01T00:00:00Z' }, null],
    [
      'a request that stays active',
      'request',
      { due_date_session: '2026-12-01T00:00:00Z', due_date_reached_behavior: 'keep_active' },
      null,
    ],
    [
      'a request that is deactivated',
      'request',
      { due_date_session: '2026-12-01T00:00:00-04:00', due_date_reached_behavior: 'deactivate' },
      Date.UTC(2026, 11, 1, 4),
    ],
  ] as const)('says when %s expires', (_name, origin, more, expiresAt) => {
    const { session } = createSession({ id, origin, fields: withFields(more), agreement }, at);
    expect(session.expiresAt).toBe(expiresAt);
  });

  it('throws at an amount that nobody validated', () => {
    const amount = withFields({ amount_reference: 1.005 });
    expect(() => createSession({ id, origin: 'button', fields: amount, agreement }, at)).toThrow(TypeError);
  });
});

describe('dueDateOf', () => {
  it('is null for what is no moment', () => {
    expect(dueDateOf({})).toBeNull();
    expect(dueDateOf({ due_date_session: 'soon' })).toBeNull();
    expect(dueDateOf({ due_date_session: '2026-02-30' })).toBeNull();
  });

  it('is UTC without an offset, whatever the machine’s zone', () => {
    expect(dueDateOf({ due_date_session: '2026-12-01T00:00:00' })).toBe(Date.UTC(2026, 11, 1));
    expect(dueDateOf({ due_date_session: '2026-12-01T00:00:00-04:00' })).toBe(Date.UTC(2026, 11, 1, 4));
  });
});
