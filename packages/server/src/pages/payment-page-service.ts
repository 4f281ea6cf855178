import type { IncomingMessage } from 'node:http';
import type { Outcome, Refusal } from '@svc-simulator/contract';
import {
  type AccountRecord,
  accountTime,
  type PaymentAttempt,
  type SessionRecord,
} from '@svc-simulator/core';
import { StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { suspensionOf } from '../accounts/suspension.ts';
import { parseForm } from '../http/body.ts';
import type { Admission } from '../http/limits/admission.ts';
import { notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { commandSession } from '../sessions/session-service.ts';

export interface PayerVisit {
  readonly session: SessionRecord;
  readonly account: AccountRecord | undefined;
  readonly agreementTitle: unknown;
  readonly now: number;
}

export type PaymentPageService = ReturnType<typeof paymentPageService>;

export function paymentPageService(runtime: Runtime, { quotas }: Pick<Admission, 'quotas'>) {
  const { clock, settings, store } = runtime;
  const readVisit = async (id: string): Promise<PayerVisit | undefined> => {
    const session = await store.get('session', id);
    if (!session) return undefined;
    const [account, agreement] = await Promise.all([
      store.get('account', session.accountId),
      store.get('agreement', session.fields.agreement_id),
    ]);
    return {
      session,
      account,
      agreementTitle: agreement?.fields.title,
      now: accountTime(account?.clock, clock.now()),
    };
  };
  const quotaRequest = (
    kind: 'page' | 'payment',
    { session }: PayerVisit,
    incoming: IncomingMessage | undefined,
  ) => ({ kind, accountId: session.accountId, incoming });
  const refusalOfAccount = ({ account }: PayerVisit) => account && suspensionOf(account)?.refusal;
  return {
    settings,
    parseForm,
    isUnavailable: (error: unknown) => error instanceof StoreUnavailableError,
    visit: readVisit,
    /** Returns a refusal if the account is suspended or has no quota of page views left. */
    takeViewQuota: (visit: PayerVisit, incoming: IncomingMessage | undefined): Refusal | undefined =>
      refusalOfAccount(visit) ?? quotas?.takeView(quotaRequest('page', visit, incoming)),
    refusalOfAccount,
    takePaymentQuota: async (visit: PayerVisit, incoming: IncomingMessage | undefined) =>
      quotas?.takePublic(quotaRequest('payment', visit, incoming)),
    /** Pays the session; a script can determine the result. */
    pay: async (
      { session, account: visitedAccount }: PayerVisit,
      attempt: Omit<PaymentAttempt, 'type'>,
    ): Promise<Outcome<SessionRecord>> => {
      const account = await store.get('account', session.accountId);
      if (!account) return notFound('session');
      return commandSession(runtime, {
        account,
        sessionId: session.id,
        command: { ...attempt, type: 'pay' },
        usesScript: visitedAccount?.script?.onPayment,
      });
    },
  };
}
