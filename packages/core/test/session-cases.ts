import {
  decideSession,
  type PaymentAttempt,
  type SessionCommand,
  type SessionContext,
  type SessionRecord,
} from '../src/index.ts';
import { calculateCredits } from '../src/session/credits.ts';
import { CREATED_AT, countingNumbers, NOW, sampleContext, samplePayment, sampleSession } from './samples.ts';

const attempt: PaymentAttempt = {
  method: 'mobile_payment',
  bank: { code: '0134', name: 'Banesco' },
  failure: null,
  lang: 'es',
  payer: null,
  accreditation: 'accredited',
};
const failure = 'invalid_otp';

const payment = samplePayment();
const paidFields = { status: 'paid', payment, updatedAt: NOW } as const;
const credits = calculateCredits(sampleSession(paidFields), 'accredited', NOW, countingNumbers());
export const DUE = NOW + 5000;
const scheduled = { ...paidFields, accreditation: 'scheduled' } as const;

export const states = {
  button: sampleSession(),
  request: sampleSession({ origin: 'request', expiresAt: null }),
  'overdue button': sampleSession({ expiresAt: NOW }),
  'overdue request': sampleSession({ origin: 'request', expiresAt: NOW - 1 }),
  paid: sampleSession(paidFields),
  scheduled: sampleSession({ ...scheduled, accreditationDue: { at: DUE, outcome: 'accredited' } }),
  'due accreditation': sampleSession({ ...scheduled, accreditationDue: { at: NOW, outcome: 'accredited' } }),
  'due failure': sampleSession({
    ...scheduled,
    accreditationDue: { at: NOW - 9, outcome: 'accreditation_to_recipient_failed' },
  }),
  accredited: sampleSession({ ...paidFields, accreditation: 'accredited', credits }),
  'accreditation failed': sampleSession({ ...paidFields, accreditation: 'failed', credits }),
  failed: sampleSession({
    status: 'failed',
    payment: samplePayment({ userMessage: 'No.', reason: 'bank_limit' }),
  }),
  expired: sampleSession({ status: 'expired', expired: { at: CREATED_AT, reason: 'duration' } }),
} satisfies Record<string, SessionRecord>;

export const commands = {
  pay: { type: 'pay', ...attempt },
  'pay, refused': { type: 'pay', ...attempt, failure },
  'force paid': { type: 'force', leg: 1, outcome: 'paid' },
  'force failed': { type: 'force', leg: 1, outcome: 'failed' },
  'force expired': { type: 'force', leg: 1, outcome: 'expired' },
  'force accredited': { type: 'force', leg: 2, outcome: 'accredited' },
  'force not accredited': { type: 'force', leg: 2, outcome: 'accreditation_to_recipient_failed' },
  expire: { type: 'expire' },
  timer: { type: 'timer' },
} satisfies Record<string, SessionCommand>;

export function decideIn(
  before: SessionRecord,
  command: SessionCommand,
  changes: Partial<SessionContext> = {},
) {
  const outcome = decideSession(before, command, sampleContext(changes));
  const change = outcome.ok ? outcome.value : outcome.change;
  if (!change) throw new Error('nothing was decided');
  return { ...change, data: change.effects.events.map((event) => event.data), isRefused: !outcome.ok };
}
