import { traceTypes } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { sampleTransaction } from '../../test/pos-samples.ts';
import { sampleAgreement, sampleContext, sampleDelivery, sampleSession } from '../../test/samples.ts';
import { decideDelivery } from '../delivery/delivery-machine.ts';
import { decideTransaction } from '../pos/transaction-machine.ts';
import { createSession } from '../session/session-creation.ts';
import { decideSession } from '../session/session-machine.ts';
import { practices, practicesOf } from './catalogue.ts';
import { type PracticeEvidence, practiceGroups } from './practice.ts';

function probed(kind: string, more: object = {}): PracticeEvidence {
  return { type: 'webhook.probed', data: { kind, passed: true, via: 'local', ...more } };
}

const does: Record<string, PracticeEvidence> = {
  login: { type: 'login.succeeded', data: { surface: 'api' } },
  agreement: { type: 'agreement.created', data: { agreement_id: 'agr_1', title: 'T', split: false } },
  button_session: { type: 'session.created', data: { origin: 'button', split: false } },
  payment_on_page: { type: 'session.paid', data: { source: 'page' } },
  status_after_payment: { type: 'session.status_queried', data: { status: 'paid' } },
  status_after_redirect: {
    type: 'session.status_queried',
    data: { status: 'paid', payment_source: 'page' },
  },
  status_after_failure: { type: 'session.status_queried', data: { status: 'expired' } },
  credits_read: { type: 'session.status_queried', data: { status: 'paid', accreditation: 'accredited' } },
  fast_answers: { type: 'webhook.delivered', data: { via: 'relay', duration_ms: 1000 } },
  webhook_signature_checked: probed('bad_signature'),
  stale_timestamp_refused: probed('stale_timestamp'),
  duplicate_accepted: probed('duplicate'),
  unknown_event_tolerated: probed('unknown_event'),
  extra_fields_tolerated: probed('extra_fields'),
  accreditation_failed: {
    type: 'webhook.delivered',
    data: { event: 'payment_session.accreditation_to_recipient_failed' },
  },
  webhook_acknowledged: {
    type: 'webhook.delivered',
    data: { event: 'payment_session.paid', attempts: 1, via: 'relay' },
  },
  retry_survived: { type: 'webhook.delivered', data: { event: 'payment_session.paid', attempts: 2 } },
  accreditation_received: {
    type: 'webhook.delivered',
    data: { event: 'payment_session.accredited', attempts: 1 },
  },
  failed_payment: { type: 'session.payment_failed', data: { source: 'page', reason: 'invalid_otp' } },
  expired_session: { type: 'session.expired', data: { reason: 'duration' } },
  split: { type: 'session.created', data: { origin: 'button', split: true } },
  request_session: { type: 'session.created', data: { origin: 'request', split: false } },
  terminal_paired: { type: 'pos.paired', data: { serial: 'SN-1' } },
  transaction_paid: { type: 'pos.committed', data: { from: 'PENDING' } },
  transaction_cancelled: { type: 'pos.cancel_requested', data: { from: 'PENDING', status: 'CANCELED' } },
  paid_after_cancellation: { type: 'pos.committed', data: { from: 'CANCELED' } },
  transaction_voided: { type: 'pos.voided', data: { serial: 'SN-1' } },
  batch_settled: { type: 'pos.settled', data: { batch_number: 7, count_differs: true } },
};

const nearlyDoes: Record<string, PracticeEvidence> = {
  login: { type: 'login.succeeded', data: { surface: 'refresh' } },
  agreement: { type: 'partner.created', data: { partner_id: 'p1', name: 'Ana' } },
  button_session: { type: 'session.created', data: { origin: 'request', split: false } },
  payment_on_page: { type: 'session.paid', data: { source: 'control' } },
  status_after_payment: { type: 'session.status_queried', data: { status: 'pending' } },
  status_after_redirect: {
    type: 'session.status_queried',
    data: { status: 'paid', payment_source: 'control' },
  },
  status_after_failure: { type: 'session.status_queried', data: { status: 'pending' } },
  credits_read: { type: 'session.status_queried', data: { status: 'paid', accreditation: 'scheduled' } },
  fast_answers: { type: 'webhook.delivered', data: { via: 'relay', duration_ms: 1001 } },
  webhook_signature_checked: probed('bad_signature', { passed: false }),
  stale_timestamp_refused: probed('stale_timestamp', { passed: false }),
  duplicate_accepted: probed('duplicate', { via: 'loopback' }),
  unknown_event_tolerated: probed('duplicate'),
  extra_fields_tolerated: probed('extra_fields', { passed: false }),
  accreditation_failed: { type: 'session.accreditation_failed', data: { source: 'control' } },
  webhook_acknowledged: {
    type: 'webhook.attempted',
    data: { event: 'payment_session.paid', attempt: 1, status: 200 },
  },
  retry_survived: { type: 'webhook.delivered', data: { event: 'payment_session.paid', attempts: 1 } },
  accreditation_received: {
    type: 'webhook.delivered',
    data: { event: 'payment_session.accreditation_to_recipient_failed', attempts: 1 },
  },
  failed_payment: { type: 'session.accreditation_failed', data: { source: 'control' } },
  expired_session: { type: 'control.outcome', data: { leg: 1, outcome: 'expired', admitted: false } },
  split: { type: 'agreement.created', data: { agreement_id: 'agr_1', title: 'T', split: true } },
  request_session: { type: 'session.created', data: { origin: 'button', split: true } },
  terminal_paired: { type: 'pos.pairing_requested', data: { serial: 'SN-1' } },
  transaction_paid: { type: 'pos.transaction_created', data: { serial: 'SN-1' } },
  transaction_cancelled: { type: 'pos.cancel_requested', data: { from: 'PAID', status: 'VOID_PENDING' } },
  paid_after_cancellation: { type: 'pos.committed', data: { from: 'PENDING' } },
  transaction_voided: { type: 'pos.cancel_requested', data: { from: 'PAID', status: 'VOID_PENDING' } },
  batch_settled: { type: 'pos.committed', data: { from: 'PENDING' } },
};

describe('the catalogue', () => {
  it('has the practices of both APIs in the order of learning', () => {
    expect(practices.map(({ id }) => id)).toEqual([
      'login',
      'agreement',
      'button_session',
      'payment_on_page',
      'webhook_acknowledged',
      'accreditation_received',
      'fast_answers',
      'webhook_signature_checked',
      'stale_timestamp_refused',
      'duplicate_accepted',
      'unknown_event_tolerated',
      'extra_fields_tolerated',
      'failed_payment',
      'expired_session',
      'accreditation_failed',
      'retry_survived',
      'status_after_payment',
      'status_after_redirect',
      'status_after_failure',
      'credits_read',
      'split',
      'request_session',
      'terminal_paired',
      'transaction_paid',
      'transaction_cancelled',
      'paid_after_cancellation',
      'transaction_voided',
      'batch_settled',
    ]);
  });

  it('keeps the practices of a group together, groups in their order', () => {
    expect([...new Set(practices.map(({ group }) => group))]).toEqual(practiceGroups.map(({ id }) => id));
    const changes = practices.filter(({ group }, at) => group !== practices[at - 1]?.group);
    expect(changes).toHaveLength(practiceGroups.length);
  });

  it('has a title and a hint in both languages, no two the same', () => {
    const texts = [...practices, ...practiceGroups].flatMap((entry) => [
      entry.title.es,
      entry.title.en,
      ...('hint' in entry ? [entry.hint.es, entry.hint.en] : []),
    ]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  });
});

describe('practicesOf', () => {
  it.each(practices.map(({ id }) => id))('%s is done by what does it, and not by what nearly does', (id) => {
    expect(practicesOf(does[id] as PracticeEvidence)).toContain(id);
    expect(practicesOf(nearlyDoes[id] as PracticeEvidence)).not.toContain(id);
  });

  it('can find several in one event', () => {
    const data = { event: 'payment_session.accredited', attempts: 3 };
    expect(practicesOf({ type: 'webhook.delivered', data })).toEqual([
      'webhook_acknowledged',
      'accreditation_received',
      'retry_survived',
    ]);
  });

  it('takes a refused button and a forced failure for a failed payment', () => {
    expect(
      practicesOf({ type: 'session.failed', data: { source: 'control', reason: 'bank_rejected' } }),
    ).toEqual(['failed_payment']);
  });

  it('finds nothing in an event without data, whatever its type', () => {
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
      expect(practicesOf({ type, data: {} }), type).toEqual([]);
    }
  });
});

describe('the machines’ own events', () => {
  const practised = (events: readonly PracticeEvidence[]) => events.flatMap(practicesOf);
  const context = sampleContext();

  it('show the practices of a session’s life', () => {
    const { id, fields } = sampleSession();
    const shares = [{ recipientId: 'p1', basisPoints: 1 }];
    const agreement = sampleAgreement({ split: true, shares });
    const made = createSession({ id, origin: 'request', fields, agreement }, context);
    expect(practised(made.effects.events)).toEqual(['split', 'request_session']);
    const attempt = {
      method: 'crypto',
      bank: null,
      accreditation: 'accredited',
      lang: 'es',
      payer: null,
    } as const;
    const paid = decideSession(made.session, { type: 'pay', ...attempt, failure: null }, context);
    expect(paid.ok && practised(paid.value.effects.events)).toEqual(['payment_on_page']);
    const failure = 'invalid_otp';
    const failed = decideSession(made.session, { type: 'pay', ...attempt, failure }, context);
    expect(failed.ok && practised(failed.value.effects.events)).toEqual(['failed_payment']);
    const expired = decideSession(made.session, { type: 'expire' }, context);
    expect(expired.ok && practised(expired.value.effects.events)).toEqual(['expired_session']);
    const forced = decideSession(made.session, { type: 'force', leg: 1, outcome: 'paid' }, context);
    expect(forced.ok && practised(forced.value.effects.events)).toEqual([]);
  });

  it('show the practices of a transaction’s life', () => {
    const commit = { type: 'commit', serial: 'SN-1', payment: { authorizationCode: 'A1' } } as const;
    let transaction = sampleTransaction();
    const done: string[][] = [];
    for (const command of [
      { type: 'cancel' },
      commit,
      { type: 'cancel' },
      { type: 'commit_void', serial: 'SN-1' },
    ] as const) {
      const decided = decideTransaction(transaction, command, 0);
      if (!decided.ok) throw new Error(decided.refusal.detail);
      transaction = decided.value.transaction;
      done.push(practised(decided.value.events));
    }
    expect(done).toEqual([
      ['transaction_cancelled'],
      ['transaction_paid', 'paid_after_cancellation'],
      [],
      ['transaction_voided'],
    ]);
  });

  it('show the practices of a delivery', () => {
    const answer = { via: 'relay', status: 200, error: null, durationMs: 1, responseBody: null } as const;
    const accredited = sampleDelivery({ event: 'payment_session.accredited', attempts: 1 });
    expect(practised(decideDelivery(accredited, { ...answer, attempt: 2 }, 0).events)).toEqual([
      'webhook_acknowledged',
      'accreditation_received',
      'fast_answers',
      'retry_survived',
    ]);
  });

  it('are shown by nothing that a receiver took, whoever sent it', () => {
    for (const { data } of Object.values(does))
      expect(practicesOf({ type: 'webhook.received', data: { ...data, body: data } })).toEqual([]);
  });
});
