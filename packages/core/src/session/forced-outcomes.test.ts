import { describe, expect, it } from 'vitest';
import { NOW, sampleContext, sampleSession } from '../../test/samples.ts';
import { commands, DUE, decided, states } from '../../test/session-cases.ts';
import { decideSession } from './session-machine.ts';

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
    expect(decided(session, commands.timer, { now: DUE + 1 }).effects).toEqual({ events: [], emissions: [] });
  });

  it('accredit anew what had failed, with new credits', () => {
    const { session } = decided(states['accreditation failed'], commands['force accredited']);
    expect(session.credits).toEqual([
      {
        receiverId: 'owner',
        creditId: '1',
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
      reason: 'bank_rejected',
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
