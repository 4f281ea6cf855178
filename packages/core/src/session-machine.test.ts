import { describe, expect, it } from 'vitest';
import {
  CREATED_AT,
  countingNumbers,
  NOW,
  sampleContext,
  samplePayment,
  sampleSession,
} from '../test/samples.ts';
import { creditsOf } from './credits.ts';
import { defaultRates } from './rates.ts';
import type { SessionRecord } from './records.ts';
import { decideSession, type SessionCommand } from './session-machine.ts';
import type { PaymentAttempt } from './session-payment.ts';

const attempt: PaymentAttempt = {
  method: 'mobile_payment',
  bank: { code: '0134', name: 'Banesco' },
  failure: null,
  accreditation: 'accredited',
};
const failure = { reason: 'wrong_key', userMessage: 'La clave no es correcta.' };

const payment = samplePayment();
const paid = { status: 'paid', payment, updatedAt: NOW } as const;
const credits = creditsOf(sampleSession(paid), 'accredited', NOW, countingNumbers());
const DUE = NOW + 5000;
const scheduled = { ...paid, accreditation: 'scheduled' } as const;

/** Every state that a session can be in. */
const states = {
  button: sampleSession(),
  request: sampleSession({ origin: 'request', expiresAt: null }),
  'overdue button': sampleSession({ expiresAt: NOW }),
  'overdue request': sampleSession({ origin: 'request', expiresAt: NOW - 1 }),
  paid: sampleSession(paid),
  scheduled: sampleSession({ ...scheduled, accreditationDue: { at: DUE, outcome: 'accredited' } }),
  'due well': sampleSession({ ...scheduled, accreditationDue: { at: NOW, outcome: 'accredited' } }),
  'due badly': sampleSession({
    ...scheduled,
    accreditationDue: { at: NOW - 9, outcome: 'accreditation_to_recipient_failed' },
  }),
  accredited: sampleSession({ ...paid, accreditation: 'accredited', credits }),
  'accreditation failed': sampleSession({ ...paid, accreditation: 'failed', credits }),
  failed: sampleSession({ status: 'failed', payment: samplePayment({ userMessage: 'No.' }) }),
  expired: sampleSession({ status: 'expired', expired: { at: CREATED_AT, reason: 'duration' } }),
} satisfies Record<string, SessionRecord>;

const commands = {
  pay: { type: 'pay', ...attempt },
  'pay, refused': { type: 'pay', ...attempt, failure },
  'force paid': { type: 'force', leg: 1, outcome: 'paid' },
  'force failed': { type: 'force', leg: 1, outcome: 'failed' },
  'force expired': { type: 'force', leg: 1, outcome: 'expired' },
  'force accredited': { type: 'force', leg: 2, outcome: 'accredited' },
  'force not accredited': { type: 'force', leg: 2, outcome: 'accreditation_to_recipient_failed' },
  expire: { type: 'expire' },
  alarm: { type: 'alarm' },
} satisfies Record<string, SessionCommand>;

/** `status/accreditation`, then the trace events and the webhooks, or a refusal with what it still changes. */
function told(before: SessionRecord, command: SessionCommand): string {
  const outcome = decideSession(before, command, sampleContext());
  const change = outcome.ok ? outcome.value : outcome.change;
  const effects = change
    ? [
        ...change.effects.events.map(({ type }) => type.replace('session.', '')),
        ...change.effects.emissions.map(short),
      ]
    : [];
  const state =
    change && change.session !== before ? `${change.session.status}/${change.session.accreditation}` : 'same';
  const refusal = outcome.ok ? [] : [`${outcome.refusal.status} ${outcome.refusal.detail ?? ''}`.trim()];
  return [state, ...effects, ...refusal].join(', ');
}
const short = (emission: string) => `→${emission.replace('payment_session.', '')}`;

const legTwoAlways = {
  'force accredited': 'same, control.outcome, 500 leg 2 requires status paid',
  'force not accredited': 'same, control.outcome, 500 leg 2 requires status paid',
};
const unpaid = (status: string) =>
  `409 The session is ${status}; only a pending session can be paid. Create another one.`;
const overdue = {
  pay: `expired/none, expired, ${unpaid('expired')}`,
  'pay, refused': `expired/none, expired, ${unpaid('expired')}`,
  'force paid': `expired/none, expired, control.outcome, 500 leg 1 invalid from state expired`,
  'force failed': `expired/none, expired, control.outcome, 500 leg 1 invalid from state expired`,
  'force expired': `expired/none, expired, control.outcome, 500 leg 1 invalid from state expired`,
  'force accredited': `expired/none, expired, control.outcome, 500 leg 2 requires status paid`,
  'force not accredited': `expired/none, expired, control.outcome, 500 leg 2 requires status paid`,
  expire: 'expired/none, expired',
  alarm: 'expired/none, expired',
};
const closed = (status: string) => ({
  pay: `same, ${unpaid(status)}`,
  'pay, refused': `same, ${unpaid(status)}`,
  'force paid': `same, control.outcome, 500 leg 1 invalid from state ${status}`,
  'force failed': `same, control.outcome, 500 leg 1 invalid from state ${status}`,
  'force expired': `same, control.outcome, 500 leg 1 invalid from state ${status}`,
  ...legTwoAlways,
  expire: 'same',
  alarm: 'same',
});
const settled = {
  ...closed('paid'),
  expire: 'same, 422 A paid session cannot be expired; only a pending one can.',
};
const open = {
  'force paid': 'paid/none, control.outcome, paid, →paid',
  'force failed': 'failed/none, control.outcome, failed',
  'force expired': 'expired/none, control.outcome, expired',
  ...legTwoAlways,
  expire: 'expired/none, expired',
  alarm: 'same',
};

/** Specification, States and transitions, with contract sections 3 (States), 5 (outcome) and 9 (Leg 2), cell by cell. */
const table: Record<keyof typeof states, Record<keyof typeof commands, string>> = {
  button: {
    ...open,
    pay: 'paid/scheduled, paid, →paid',
    'pay, refused': 'failed/none, payment_failed, failed',
  },
  request: { ...open, pay: 'paid/scheduled, paid, →paid', 'pay, refused': 'pending/none, payment_failed' },
  'overdue button': overdue,
  'overdue request': overdue,
  paid: {
    ...settled,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited':
      'paid/failed, control.outcome, accreditation_failed, →accreditation_to_recipient_failed',
  },
  scheduled: {
    ...settled,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited':
      'paid/failed, control.outcome, accreditation_failed, →accreditation_to_recipient_failed',
  },
  'due well': {
    ...settled,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited':
      'paid/failed, control.outcome, accreditation_failed, →accreditation_to_recipient_failed',
    alarm: 'paid/accredited, accredited, →accredited',
  },
  'due badly': {
    ...settled,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited':
      'paid/failed, control.outcome, accreditation_failed, →accreditation_to_recipient_failed',
    alarm: 'paid/failed, accreditation_failed, →accreditation_to_recipient_failed',
  },
  accredited: {
    ...settled,
    'force accredited': 'same, control.outcome, 500 leg 2 invalid from accreditation accredited',
    'force not accredited': 'same, control.outcome, 500 leg 2 invalid from accreditation accredited',
  },
  'accreditation failed': {
    ...settled,
    'force accredited': 'paid/accredited, control.outcome, accredited, →accredited',
    'force not accredited': 'same, control.outcome, 500 leg 2 invalid from accreditation failed',
  },
  failed: closed('failed'),
  expired: closed('expired'),
};

describe('every state by every command', () => {
  const cells = Object.keys(states).flatMap((state) =>
    Object.keys(commands).map((command) => [state, command]),
  );
  it.each(cells as [keyof typeof states, keyof typeof commands][])('%s: %s', (state, command) => {
    expect(told(states[state], commands[command])).toBe(table[state][command]);
  });

  it('leaves the record that it was given alone', () => {
    for (const [name, before] of Object.entries(states)) {
      const copy = structuredClone(before);
      for (const command of Object.values(commands)) decideSession(before, command, sampleContext());
      expect(before, name).toEqual(copy);
    }
  });
});

/** The decision, which the test says is there. */
function decided(before: SessionRecord, command: SessionCommand, changes = {}) {
  const outcome = decideSession(before, command, sampleContext(changes));
  const change = outcome.ok ? outcome.value : outcome.change;
  if (!change) throw new Error('nothing was decided');
  return { ...change, data: change.effects.events.map((event) => event.data), refused: !outcome.ok };
}

describe('payment on the page', () => {
  it('pays, keeps what was paid, and schedules leg 2 with the chosen end', () => {
    const choice = { accreditation: 'accreditation_to_recipient_failed' } as const;
    const { session, data } = decided(
      states.button,
      { ...commands.pay, ...choice },
      { accreditationDelayMs: 1234 },
    );
    expect(session).toEqual({
      ...states.button,
      status: 'paid',
      accreditation: 'scheduled',
      accreditationDue: { at: NOW + 1234, outcome: 'accreditation_to_recipient_failed' },
      updatedAt: NOW,
      payment: {
        method: 'mobile_payment',
        source: 'page',
        transactionId: 1,
        at: NOW,
        bankCode: '0134',
        bankName: 'Banesco',
        bankReferenceId: '000000000002',
        amountVesMinor: '122011',
        rates: defaultRates,
        userMessage: null,
      },
    });
    expect(data).toEqual([
      { source: 'page', method: 'mobile_payment', svc_transaction_id: 1, amount_ves: 1220.11 },
    ]);
  });

  it('tells why it failed, the payer in words', () => {
    const { session, data } = decided(states.button, commands['pay, refused']);
    expect(session.payment).toMatchObject({
      source: 'page',
      transactionId: 1,
      userMessage: 'La clave no es correcta.',
    });
    expect(session.accreditationDue).toBeNull();
    expect(data).toEqual([
      { source: 'page', method: 'mobile_payment', reason: 'wrong_key' },
      { source: 'page', reason: 'wrong_key' },
    ]);
  });

  it('lets a request be tried again', () => {
    const { session } = decided(states.request, commands['pay, refused']);
    const again = decided(session, { ...commands.pay, method: 'crypto', bank: null });
    expect(again.session.status).toBe('paid');
    expect(again.session.payment).toMatchObject({
      method: 'crypto',
      bankCode: null,
      bankName: null,
      userMessage: null,
    });
  });

  it('is decided by the clock: a millisecond before the deadline pays, the deadline itself does not', () => {
    const before = sampleSession({ expiresAt: NOW + 1 });
    expect(decided(before, commands.pay).session.status).toBe('paid');
    const late = decided(before, commands.pay, { now: NOW + 1 });
    expect(late.refused).toBe(true);
    expect(late.session).toMatchObject({
      status: 'expired',
      expired: { at: NOW + 1, reason: 'duration' },
      payment: null,
    });
  });

  it('pays with the methods of the agreement only', () => {
    const outcome = decideSession(
      states.button,
      { ...commands.pay, method: 'immediate_debit' },
      sampleContext(),
    );
    expect(outcome).toEqual({
      ok: false,
      change: null,
      refusal: {
        status: 400,
        title: 'Invalid request',
        detail: 'metodo is no method of the agreement, which takes mobile_payment, crypto',
        errors: [
          { pointer: '/metodo', detail: 'is no method of the agreement, which takes mobile_payment, crypto' },
        ],
      },
    });
  });
});

describe('expiry', () => {
  it.each([
    ['overdue button', 'alarm', 'duration', NOW],
    ['overdue request', 'alarm', 'due_date', NOW - 1],
    ['overdue request', 'expire', 'due_date', NOW - 1],
    ['button', 'expire', 'operation', NOW],
    ['button', 'force expired', 'control', NOW],
  ] as const)(
    'of a %s by %s has its reason, and its deadline when that came first',
    (state, command, reason, at) => {
      const { session, effects } = decided(states[state], commands[command]);
      expect(session.expired).toEqual({ at, reason });
      expect(session.updatedAt).toBe(NOW);
      expect(effects.events.at(-1)).toEqual({
        type: 'session.expired',
        at: NOW,
        sessionId: session.id,
        data: { reason },
      });
    },
  );
});

describe('forced outcomes', () => {
  it('pay by the agreement’s first method and schedule nothing', () => {
    const { session, data } = decided(states.button, commands['force paid']);
    expect(session.accreditationDue).toBeNull();
    expect(session.payment).toMatchObject({
      method: 'mobile_payment',
      source: 'control',
      bankCode: '0102',
      bankName: 'Banco de Venezuela',
      amountVesMinor: '122011',
    });
    expect(data).toEqual([
      { leg: 1, outcome: 'paid', admitted: true },
      { source: 'control', method: 'mobile_payment', svc_transaction_id: 1, amount_ves: 1220.11 },
    ]);
    const crypto = decided(sampleSession({ paymentMethods: ['crypto'] }), commands['force paid']);
    expect(crypto.session.payment).toMatchObject({ method: 'crypto', bankCode: null });
  });

  it('cancel the schedule of leg 2, so that only one notice goes out', () => {
    const { session, data } = decided(states.scheduled, commands['force accredited']);
    expect(session.accreditationDue).toBeNull();
    expect(data).toEqual([
      { leg: 2, outcome: 'accredited', admitted: true },
      { source: 'control', total_credits: 1, total_amount_ves: 1220.11, total_amount_ves_credited: 1207.91 },
    ]);
    expect(decided(session, commands.alarm, { now: DUE + 1 }).effects).toEqual({ events: [], emissions: [] });
  });

  it('accredit anew what had failed, with new credits', () => {
    const { session } = decided(states['accreditation failed'], commands['force accredited']);
    expect(session.credits).toEqual([
      {
        receiverId: 'owner',
        creditId: 'credit-1',
        status: 'credited',
        grossMinor: '122011',
        feeMinor: '1220',
        netMinor: '120791',
        receivedAt: NOW,
        bankName: 'Banco de Venezuela',
        bankReferenceId: '000000000002',
      },
    ]);
  });

  it('list failed credits without fee', () => {
    const { session, data } = decided(states.paid, commands['force not accredited']);
    expect(session.credits).toMatchObject([
      { status: 'failed', grossMinor: '122011', feeMinor: '0', netMinor: '0' },
    ]);
    expect(data[1]).toEqual({
      source: 'control',
      total_credits: 1,
      total_amount_ves: 1220.11,
      total_amount_ves_credited: 0,
    });
  });

  it('fail with source and reason control', () => {
    expect(decided(states.button, commands['force failed']).data[1]).toEqual({
      source: 'control',
      reason: 'control',
    });
  });

  it('stand in the trace when they are not admitted', () => {
    const { session, data } = decided(states.failed, commands['force paid']);
    expect(session).toBe(states.failed);
    expect(data).toEqual([
      { leg: 1, outcome: 'paid', admitted: false, reason: 'leg 1 invalid from state failed' },
    ]);
  });

  it.each([
    [1, 'accredited', 'is no outcome of leg 1, which takes paid, failed, expired'],
    [1, 'accreditation_to_recipient_failed', 'is no outcome of leg 1, which takes paid, failed, expired'],
    [2, 'paid', 'is no outcome of leg 2, which takes accredited, accreditation_to_recipient_failed'],
    [2, 'failed', 'is no outcome of leg 2, which takes accredited, accreditation_to_recipient_failed'],
    [2, 'expired', 'is no outcome of leg 2, which takes accredited, accreditation_to_recipient_failed'],
  ] as const)('refuse leg %d with %s as a fault of the request, in every state', (leg, outcome, detail) => {
    for (const session of Object.values(states)) {
      const decision = decideSession(session, { type: 'force', leg, outcome }, sampleContext());
      expect(decision).toMatchObject({
        ok: false,
        change: null,
        refusal: { status: 400, errors: [{ pointer: '/outcome', detail }] },
      });
    }
  });
});

describe('accreditation by itself', () => {
  it('waits for its moment and happens once', () => {
    expect(decided(states.scheduled, commands.alarm, { now: DUE - 1 }).session).toBe(states.scheduled);
    const { session, data } = decided(states.scheduled, commands.alarm, { now: DUE });
    expect(session).toMatchObject({
      status: 'paid',
      accreditation: 'accredited',
      accreditationDue: null,
      updatedAt: DUE,
    });
    expect(data).toEqual([
      { source: 'schedule', total_credits: 1, total_amount_ves: 1220.11, total_amount_ves_credited: 1207.91 },
    ]);
    expect(decided(session, commands.alarm, { now: DUE + 1 }).session).toBe(session);
  });
});
