import { expect, it } from 'vitest';
import { countingNumbers, NOW, samplePayment, sampleSession } from '../../test/samples.ts';
import { calculateCredits } from '../session/credits.ts';
import { decision } from '../session/session-decision.ts';
import { withExtraEvents } from './webhook-body.ts';

const pending = sampleSession();
const paidSession = sampleSession({ status: 'paid', accreditation: 'scheduled', payment: samplePayment() });
const shares = [{ recipientId: '11111111-1111-4111-8111-111111111111', basisPoints: 2500 }];
const accreditedSession = (of: Parameters<typeof sampleSession>[0]) => {
  const session = sampleSession({ ...paidSession, accreditation: 'accredited', ...of });
  return { ...session, credits: calculateCredits(session, 'accredited', NOW, countingNumbers()) };
};
const alone = accreditedSession({});
const split = accreditedSession({ shares });
const failedSession = sampleSession({
  status: 'failed',
  payment: { ...samplePayment(), reason: 'invalid_otp' },
});
const expired = sampleSession({ status: 'expired', expired: { at: NOW, reason: 'duration' } });

it.each([
  ['fails', pending, failedSession, [], ['failed']],
  ['expires', pending, expired, [], ['expired']],
  ['has failed before', failedSession, failedSession, [], []],
  ['is new', null, pending, ['created'], ['created']],
  ['is paid', pending, paidSession, ['paid'], ['paid']],
  ['is accredited to one receiver', paidSession, alone, ['accredited'], ['accredited']],
  ['is accredited to several', paidSession, split, ['accredited'], ['partially_accredited', 'accredited']],
  [
    'fails in leg 2',
    paidSession,
    paidSession,
    ['accreditation_to_recipient_failed'],
    ['accreditation_to_recipient_failed', 'failed_credit'],
  ],
] as const)('adds extra events for a session that %s', (_name, before, after, extraNames, all) => {
  const extraEvents = extraNames.map((name) => `payment_session.${name}` as const);
  expect(withExtraEvents(before, decision(after, [], extraEvents))).toEqual(
    all.map((name) => `payment_session.${name}`),
  );
});
