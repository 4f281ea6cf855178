import * as contract from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { countingNumbers, NOW, samplePayment, sampleSession } from '../../test/samples.ts';
import type { SessionRecord } from '../records.ts';
import { calculateCredits, SIMULATED_BANK } from './credits.ts';
import { sessionData, statusData } from './session-view.ts';

const urls = { publicUrl: 'http://localhost:4010' };
const paidSession = sampleSession({ status: 'paid', payment: samplePayment() });
const sessionPayment = (session: SessionRecord) =>
  statusData(session, urls, contract.initialSettings).session_payment;

describe('statusData', () => {
  it('returns large amounts as the nearest number', () => {
    const session = { ...paidSession, payment: samplePayment({ amountVesMinor: '18311119999999817' }) };
    expect(sessionPayment(session).payment_details?.amount_ves).toBe(Number('183111199999998.17'));
  });
});

describe('a response with a session', () => {
  const credits = (outcome: 'accredited' | 'accreditation_to_recipient_failed') =>
    calculateCredits(paidSession, outcome, NOW + 5000, countingNumbers());
  const sessions: Record<string, SessionRecord> = {
    pending: sampleSession(),
    'request without expiry': sampleSession({ origin: 'request', expiresAt: null }),
    'failed by crypto': sampleSession({
      status: 'failed',
      payment: samplePayment({ method: 'crypto', bankCode: null, bankName: null, userMessage: 'No.' }),
    }),
    expired: sampleSession({ status: 'expired', expired: { at: NOW, reason: 'duration' } }),
    paid: paidSession,
    accredited: { ...paidSession, accreditation: 'accredited', credits: credits('accredited') },
    'not accredited': {
      ...paidSession,
      accreditation: 'failed',
      credits: credits('accreditation_to_recipient_failed'),
    },
  };

  // Fails also if a response contains an undocumented field.
  it.each(Object.entries(sessions))('matches the contract: %s', (_name, session) => {
    for (const receiver_credits of contract.receiverCreditsFormats) {
      const status = statusData(session, urls, { receiver_credits });
      expect(contract.statusSchema().parse(status)).toEqual(status);
    }
    const data = sessionData(session, { ...urls, accreditationDelayMs: 5000, paymentQr: 'data:,' });
    expect(contract.sessionSchema().parse(data)).toEqual(data);
  });

  it('uses a simulated bank that is in the contract’s list', () => {
    expect(contract.banks).toContainEqual(SIMULATED_BANK);
  });
});
