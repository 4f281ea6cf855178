import type { SessionFields } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { sampleSettlement, sampleTerminal, sampleTransaction } from '../test/pos-samples.ts';
import {
  CREATED_AT,
  NOW,
  sampleAgreement,
  sampleDelivery,
  samplePayment,
  sampleSession,
} from '../test/samples.ts';
import { actionDueAt, isSwept, REPLAY_MS, RETENTION_MS, timerOf } from './policy.ts';
import type { ReplayRecord } from './records.ts';

const request = (fields: Partial<SessionFields>, changes = {}) =>
  sampleSession({
    origin: 'request',
    expiresAt: null,
    fields: { ...sampleSession().fields, ...fields },
    ...changes,
  });
const paidFields = { status: 'paid', payment: samplePayment(), updatedAt: NOW } as const;
const classMember = {
  accountId: 'acc_trainee',
  classId: 'cls_1',
  ownerId: 'acc_owner',
  shortName: 'ana',
  joinedAt: 0,
};
const in30Days = new Date(CREATED_AT + 30 * 86_400_000).toISOString();

describe('timerOf for a session', () => {
  it.each([
    ['pending: its expiry', sampleSession(), CREATED_AT + 600_000],
    [
      'scheduled: its accreditation',
      sampleSession({
        ...paidFields,
        accreditation: 'scheduled',
        accreditationDue: { at: NOW + 5000, outcome: 'accredited' },
      }),
      NOW + 5000,
    ],
    [
      'paid without a scheduled accreditation: the end of its retention',
      sampleSession(paidFields),
      NOW + RETENTION_MS,
    ],
    [
      'accredited: the end of its retention',
      sampleSession({ ...paidFields, accreditation: 'accredited' }),
      NOW + RETENTION_MS,
    ],
    ['failed: the end of its retention', sampleSession({ status: 'failed' }), CREATED_AT + RETENTION_MS],
    ['expired: the end of its retention', sampleSession({ status: 'expired' }), CREATED_AT + RETENTION_MS],
    [
      'a request that stays active: 14 days after its due date, which is still to come',
      request({ due_date_session: in30Days }),
      CREATED_AT + 30 * 86_400_000 + RETENTION_MS,
    ],
    [
      'a request with a failed payment after its due date: 14 days after that payment',
      request({ due_date_session: new Date(CREATED_AT).toISOString() }, { updatedAt: NOW }),
      NOW + RETENTION_MS,
    ],
    [
      'a paid request: 14 days after payment, whatever its due date',
      request({ due_date_session: in30Days }, paidFields),
      NOW + RETENTION_MS,
    ],
  ])('returns a time that depends on the state (%s)', (_name, session, timer) => {
    expect(timerOf('session', session)).toBe(timer);
  });
});

describe('timerOf for other records', () => {
  it('returns the next attempt of an open delivery, and the end of its retention afterwards', () => {
    expect(timerOf('delivery', sampleDelivery())).toBe(NOW);
    const closedDelivery = sampleDelivery({ state: 'delivered', nextAttemptAt: null, updatedAt: NOW + 3 });
    expect(timerOf('delivery', closedDelivery)).toBe(NOW + 3 + RETENTION_MS);
  });

  it('returns one day after the response, for an idempotency key', () => {
    const replay: ReplayRecord = {
      accountId: 'acc_1',
      fingerprint: '',
      status: 201,
      body: '{}',
      createdAt: NOW,
    };
    expect(timerOf('replay', replay)).toBe(NOW + 86_400_000);
    expect(isSwept('replay', replay, NOW + REPLAY_MS - 1)).toBe(false);
    expect(isSwept('replay', replay, NOW + REPLAY_MS)).toBe(true);
  });

  it('returns the time 14 days after the last change of a transaction in any status', () => {
    for (const status of ['PENDING', 'PAID', 'VOIDED'] as const) {
      const transaction = sampleTransaction({ status, updatedAt: NOW });
      expect(timerOf('transaction', transaction)).toBe(NOW + RETENTION_MS);
      expect(isSwept('transaction', transaction, NOW + RETENTION_MS - 1)).toBe(false);
      expect(isSwept('transaction', transaction, NOW + RETENTION_MS)).toBe(true);
    }
  });

  it('returns no time for terminals and settlements', () => {
    expect(timerOf('terminal', sampleTerminal({ state: 'linked' }))).toBeNull();
    expect(timerOf('settlement', sampleSettlement())).toBeNull();
  });

  it('returns no time for classes and their members', () => {
    const classRecord = { ...classMember, id: 'cls_1', title: 'T', joinCode: 'K7MWQ2XD', createdAt: 0 };
    expect(timerOf('class', classRecord)).toBeNull();
    expect(timerOf('class_code', { classId: 'cls_1' })).toBeNull();
    expect(timerOf('class_member', classMember)).toBeNull();
    expect(isSwept('class_member', classMember, Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it('returns no time for agreements', () => {
    expect(timerOf('agreement', sampleAgreement())).toBeNull();
    expect(isSwept('agreement', sampleAgreement(), Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

describe('isSwept', () => {
  const late = NOW + 10 * RETENTION_MS;

  it('returns false until the whole retention has passed', () => {
    const session = sampleSession({ ...paidFields, accreditation: 'accredited' });
    expect(isSwept('session', session, NOW + RETENTION_MS - 1)).toBe(false);
    expect(isSwept('session', session, NOW + RETENTION_MS)).toBe(true);
  });

  it.each([
    ['an expiry', 'session', sampleSession()],
    [
      'an accreditation',
      'session',
      sampleSession({
        ...paidFields,
        accreditation: 'scheduled',
        accreditationDue: { at: NOW, outcome: 'accredited' },
      }),
    ],
    ['an attempt', 'delivery', sampleDelivery()],
  ] as const)('returns false as long as %s is due, however late it is', (_name, kind, value) => {
    expect(actionDueAt(kind, value)).not.toBeNull();
    expect(isSwept(kind, value, late)).toBe(false);
  });
});
