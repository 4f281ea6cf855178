import { expect, it } from 'vitest';
import { countingNumbers, NOW, samplePayment, sampleSession } from '../../test/samples.ts';
import { creditsOf } from '../session/credits.ts';
import { decision } from '../session/session-decision.ts';
import { withExtraEvents } from './extra-events.ts';
import { webhookBody } from './webhook-body.ts';

const pending = sampleSession();
const paid = sampleSession({ status: 'paid', accreditation: 'scheduled', payment: samplePayment() });
const shares = [{ recipientId: '11111111-1111-4111-8111-111111111111', basisPoints: 2500 }];
const accredited = (of: Parameters<typeof sampleSession>[0]) => {
  const session = sampleSession({ ...paid, accreditation: 'accredited', ...of });
  return { ...session, credits: creditsOf(session, 'accredited', NOW, countingNumbers()) };
};
const alone = accredited({});
const split = accredited({ shares });
const failed = sampleSession({ status: 'failed', payment: { ...samplePayment(), reason: 'invalid_otp' } });
const expired = sampleSession({ status: 'expired', expired: { at: NOW, reason: 'duration' } });

it.each([
  ['fails', pending, failed, [], ['failed']],
  ['expires', pending, expired, [], ['expired']],
  ['has failed before', failed, failed, [], []],
  ['is new', null, pending, ['created'], ['created']],
  ['is paid', pending, paid, ['paid'], ['paid']],
  ['is accredited to one receiver', paid, alone, ['accredited'], ['accredited']],
  ['is accredited to several', paid, split, ['accredited'], ['partially_accredited', 'accredited']],
  [
    'fails in leg 2',
    paid,
    paid,
    ['accreditation_to_recipient_failed'],
    ['accreditation_to_recipient_failed', 'failed_credit'],
  ],
] as const)('a session that %s', (_name, before, after, own, all) => {
  const named = own.map((name) => `payment_session.${name}` as const);
  expect(withExtraEvents(before, decision(after, [], named))).toEqual(
    all.map((name) => `payment_session.${name}`),
  );
});

const bodyOf = (event: 'failed' | 'expired' | 'partially_accredited', session: typeof pending) =>
  JSON.parse(
    webhookBody(`payment_session.${event}`, session, { webhook_body: 'flat', receiver_credits: 'list' }),
  );

it('says why it failed, or expired, as the status answer does', () => {
  expect(bodyOf('failed', failed).session_payment).toMatchObject({ status: 'failed', reason: 'invalid_otp' });
  expect(bodyOf('expired', expired).session_payment).toMatchObject({ status: 'expired', reason: 'duration' });
});

it('tells of all credits but the last when some receivers have their money', () => {
  const { receiver_credits, receiver_credits_summary } = bodyOf('partially_accredited', split);
  expect(receiver_credits).toMatchObject([{ receiver_id: shares[0]?.recipientId, status: 'credited' }]);
  expect(receiver_credits_summary).toMatchObject({ total_credits: 1, total_amount_ves: 305.03 });
});
