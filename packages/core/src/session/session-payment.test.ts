import { describe, expect, it } from 'vitest';
import { NOW, sampleContext, sampleSession } from '../../test/samples.ts';
import { commands, decided, states } from '../../test/session-cases.ts';
import { defaultRates } from '../rates.ts';
import { decideSession } from './session-machine.ts';

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
        lang: 'es',
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
      userMessage: 'El banco rechazó el pago: la clave de pago no es correcta.',
      reason: 'invalid_otp',
    });
    expect(session.accreditationDue).toBeNull();
    expect(data).toEqual([
      { source: 'page', method: 'mobile_payment', reason: 'invalid_otp' },
      { source: 'page', reason: 'invalid_otp' },
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
