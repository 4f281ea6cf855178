import * as contract from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { countingNumbers, NOW, samplePayment, sampleSession } from '../../test/samples.ts';
import type { SessionRecord } from '../records.ts';
import { creditsOf, SIMULATED_BANK } from './credits.ts';
import { sessionData, statusData } from './session-view.ts';

const address = { publicUrl: 'http://localhost:4010' };
const paid = sampleSession({ status: 'paid', payment: samplePayment() });
const basic = { id: paid.id, origin: 'button', amount_reference: 10, currency_reference: 'USD' };
const details = {
  action_date: '2026-11-20T21:28:00.000Z',
  bank_code: '0134',
  bank_name: 'Banesco',
  bank_reference_id: '000000000042',
  amount_ves: 1220.11,
  bcv_rate_usd_ves: 122.0112,
  bcv_rate_eur_ves: 145.2414,
  rate_usdt_ves: 183.1112,
  rate_col_ves: 0.0501,
  nombre: null,
  tipo: null,
  cedula: null,
  telefono: null,
  banco: null,
};
const tried = {
  payment_method: 'mobile_payment',
  svc_transaction_id: 7,
  svc_transaction_url: `http://localhost:4010/pay/${paid.id}`,
  payment_details: details,
  crypto_details: null,
};
const sessionPayment = (session: SessionRecord) =>
  statusData(session, address, contract.initialSettings).session_payment;

describe('sessionData', () => {
  const at = { ...address, accreditationDelayMs: 5000 };

  it('answers a creation with the request’s fields, the payment page and the configuration', () => {
    expect(sessionData(sampleSession(), at)).toEqual({
      id: '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01',
      session_id: '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01',
      session_origin: 'button',
      status: 'pending',
      payment_url: 'http://localhost:4010/pay/8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01',
      config: {
        duration_minutes: 10,
        expires_at: '2026-11-20T21:37:00.000Z',
        payment_methods: ['mobile_payment', 'crypto'],
        accreditation_delay_ms: 5000,
      },
      agreement_id: 'agr_8899aabbccddeeff',
      amount_reference: 10,
      currency_reference: 'USD',
      identifier_label: 'Factura',
      identifier: 'F-001',
      description: 'Dos cafés',
      success_url: 'https://shop.invalid/ok',
      failure_url: 'https://shop.invalid/no',
      webhook_url: 'http://localhost:3000/hook',
      created_at: '2026-11-20T21:27:00.000Z',
    });
  });
});

describe('statusData', () => {
  it('has the payment once leg 1 was tried, with the reason for the payer when it failed', () => {
    const failed = sampleSession({
      status: 'failed',
      payment: samplePayment({ userMessage: 'Fondos insuficientes.', reason: 'insufficient_funds' }),
    });
    expect(sessionPayment(failed)).toEqual({
      ...basic,
      user_message: 'Fondos insuficientes.',
      reason: 'insufficient_funds',
      ...tried,
    });
    // As a version stored it that knew no reasons.
    const pending = sampleSession({ origin: 'request', payment: samplePayment({ userMessage: 'No.' }) });
    expect(sessionPayment(pending)).toEqual({
      ...basic,
      origin: 'request',
      user_message: 'No.',
      reason: 'bank_rejected',
      ...tried,
    });
  });

  it('has the credits inside session_payment after leg 2', () => {
    const credits = creditsOf(paid, 'accredited', NOW + 5000, countingNumbers());
    expect(sessionPayment({ ...paid, accreditation: 'accredited', credits })).toEqual({
      ...basic,
      user_message: 'El pago se realizó con éxito.',
      ...tried,
      receiver_credits: {
        owner: {
          receiver_id: 'owner',
          svc_credit_id: '1',
          status: 'credited',
          amount_ves: 1220.11,
          bank_commissions_ves: 12.2,
          amount_ves_credited: 1207.91,
          receive_date: '2026-11-20T21:28:05.000Z',
          bank_name: 'Banco de Venezuela',
          bank_reference_id: '000000000002',
        },
      },
      receiver_credits_summary: {
        total_credits: 1,
        total_amount_ves: 1220.11,
        total_bank_commissions_ves: 12.2,
        total_amount_ves_credited: 1207.91,
      },
    });
  });

  it('keeps great amounts as near as a number can', () => {
    const session = { ...paid, payment: samplePayment({ amountVesMinor: '18311119999999817' }) };
    expect(sessionPayment(session).payment_details?.amount_ves).toBe(Number('183111199999998.17'));
  });
});

describe('what goes over the wire', () => {
  const credits = (outcome: 'accredited' | 'accreditation_to_recipient_failed') =>
    creditsOf(paid, outcome, NOW + 5000, countingNumbers());
  const sessions: Record<string, SessionRecord> = {
    pending: sampleSession(),
    'request without expiry': sampleSession({ origin: 'request', expiresAt: null }),
    'failed by crypto': sampleSession({
      status: 'failed',
      payment: samplePayment({ method: 'crypto', bankCode: null, bankName: null, userMessage: 'No.' }),
    }),
    expired: sampleSession({ status: 'expired', expired: { at: NOW, reason: 'duration' } }),
    paid,
    accredited: { ...paid, accreditation: 'accredited', credits: credits('accredited') },
    'not accredited': {
      ...paid,
      accreditation: 'failed',
      credits: credits('accreditation_to_recipient_failed'),
    },
  };

  // Strict on every level: an answer has nothing that the OpenAPI document does not tell.
  it.each(Object.entries(sessions))('is what the contract declares: %s', (_name, session) => {
    for (const receiver_credits of contract.creditForms) {
      const status = statusData(session, address, { receiver_credits });
      expect(contract.statusData().parse(status)).toEqual(status);
    }
    const created = {
      ...sessionData(session, { ...address, accreditationDelayMs: 5000 }),
      payment_qr: 'data:,',
    };
    expect(contract.sessionData().parse(created)).toEqual(created);
  });

  it('names banks of the contract’s list', () => {
    expect(contract.banks).toContainEqual(SIMULATED_BANK);
  });
});
