import { returnUrlFor, type SessionRecord, vesMinorOf } from '@svc-simulator/core';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import type { AttemptSummary, SessionSummary } from './models.ts';

/** What the payment page shows of a session. */
export async function summaryForPayer(runtime: Runtime, session: SessionRecord): Promise<SessionSummary> {
  const { fields, amountMinor } = session;
  const agreement = await runtime.store.get('agreement', fields.agreement_id);
  const { rates } = runtime.settings;
  const paid = session.payment?.amountVesMinor;
  return {
    merchant: String(agreement?.fields.title ?? ''),
    title: typeof fields.title === 'string' ? fields.title : null,
    description: fields.description ?? null,
    identifierLabel: fields.identifier_label ?? null,
    identifier: fields.identifier,
    amountMinor,
    currency: fields.currency_reference,
    amountVesMinor:
      paid === undefined ? vesMinorOf(amountMinor, fields.currency_reference, rates) : BigInt(paid),
    rate: (session.payment?.rates ?? rates)[fields.currency_reference],
  };
}

export function attemptOf({ payment }: SessionRecord): AttemptSummary | null {
  if (!payment) return null;
  const { at, method, transactionId, bankName, bankReferenceId } = payment;
  return { at, method, transactionId, bankName, bankReferenceId };
}

/** Where the merchant wants the payer back after this end of the session. */
export function returnUrlOf({ id, status, fields }: SessionRecord): string | null {
  const url = status === 'paid' ? fields.success_url : fields.failure_url;
  return url === undefined ? null : returnUrlFor(url, id);
}

/** When the session reached the state it is in. */
export function closedAtOf(session: SessionRecord): number {
  return session.expired?.at ?? session.payment?.at ?? session.updatedAt;
}
