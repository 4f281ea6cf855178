import { type ClientOptions, createClient } from '@svc-simulator/client';
import { examplePayer, submitPayment, type TraceEvent } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SimulatorAssertionError } from './assertion-error.ts';
import type { PaymentOptions, PaymentResult } from './sessions-api.ts';
import type { EventLog } from './trace/event-log.ts';

interface Payment {
  readonly at: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'language' | 'agent'>;
  readonly id: string;
  readonly options: PaymentOptions;
  readonly log: EventLog;
  readonly story: () => string;
}

/** Submits the form of the payment page like a payer's browser (contract section 5). */
export async function payOnPage({ at, id, options, log, story }: Payment): Promise<PaymentResult> {
  const response = await createClient(at).send(submitPayment, {
    params: { id },
    query: { lang: 'en' },
    form: payerForm(options),
  });
  await response.body?.cancel();
  const { status } = response;
  if (status !== 303 && status !== 200) {
    throw new SimulatorAssertionError(
      log.t('testing.payer.page_response', { status, reason: refusalReason(log.t, status, options) }),
      { story: story(), status },
    );
  }
  // The page redirects after success and failure, so only the log shows the result.
  const event = log.events.findLast((event) => event.session_id === id && isPaymentAttempt(event));
  const { method, reason } = event?.data ?? {};
  return {
    result: event?.type === 'session.paid' ? 'paid' : 'failed',
    method: textOrNull(method),
    reason: textOrNull(reason),
    redirect: response.headers.get('location'),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isPaymentAttempt({ type, data }: TraceEvent): boolean {
  return (type === 'session.paid' || type === 'session.payment_failed') && data.source === 'page';
}

function payerForm({
  method = 'immediate_debit',
  otp = '000000',
  accreditation = 'accredited',
}: PaymentOptions) {
  return { ...examplePayer, metodo: method, otp, acreditacion: accreditation };
}

function refusalReason(t: Texts, status: number, { method }: PaymentOptions): string {
  switch (status) {
    case 400:
      return t('testing.payer.form_rejected', { method: method ?? 'immediate_debit' });
    case 404:
      return t('testing.payer.unknown_session');
    case 409:
      return t('testing.payer.not_pending');
    default:
      return t('testing.payer.no_redirect');
  }
}
