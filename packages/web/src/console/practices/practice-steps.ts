import {
  createAgreement,
  createButtonSession,
  createPartner,
  expireSession,
  forceOutcome,
  type Operation,
} from '@svc-simulator/contract';
import {
  performed,
  RefusedError,
  type WebhooksFromWithin,
} from '@svc-simulator/server/examination/webhooks-from-within.ts';
import { receiverUrl } from '@svc-simulator/server/receivers/receivers.ts';
import type { PageCall } from '../page-call.ts';

/** Where the console lets somebody do a practice that takes more than a button. */
export const practicePlaces: Readonly<Partial<Record<string, string>>> = {
  login: '/docs/api',
  payment_on_page: '/console/simulate?preset=button#session',
  retry_survived: '/console/simulate#session',
  fast_answers: '/console/receivers#examine',
  webhook_signature_checked: '/console/receivers#examine',
  stale_timestamp_refused: '/console/receivers#examine',
  duplicate_accepted: '/console/receivers#examine',
  unknown_event_tolerated: '/console/receivers#examine',
  extra_fields_tolerated: '/console/receivers#examine',
  terminal_paired: '/terminal',
  transaction_paid: '/console/simulate#charge',
  transaction_cancelled: '/console/simulate#charge',
  paid_after_cancellation: '/console/simulate#charge',
  transaction_voided: '/console/simulate#charge',
  batch_settled: '/terminal',
};

type Perform = (
  operation: Operation,
  body: unknown,
  sessionId?: string,
) => Promise<Readonly<Record<string, unknown>>>;
type Deed = (webhooks: WebhooksFromWithin, perform: Perform) => Promise<unknown>;

const open = async (webhooks: WebhooksFromWithin) => (await webhooks.open()).emission.sessionId;

/** The practices that the console does by itself, by operations of the API and with a receiver of the simulator. */
const deeds: Readonly<Partial<Record<string, Deed>>> = {
  agreement: (_, perform) => perform(createAgreement, agreement),
  button_session: open,
  webhook_acknowledged: open,
  request_session: (webhooks) => webhooks.open({ request: true }),
  failed_payment: async (webhooks, perform) =>
    perform(forceOutcome, { leg: 1, outcome: 'failed' }, await open(webhooks)),
  expired_session: async (webhooks, perform) => perform(expireSession, {}, await open(webhooks)),
  accreditation_received: async (webhooks) => {
    const id = await open(webhooks);
    await webhooks.force(id, 'paid');
    await webhooks.force(id, 'accredited');
  },
  accreditation_failed: async (webhooks) => {
    const id = await open(webhooks);
    await webhooks.force(id, 'paid');
    await webhooks.force(id, 'accreditation_to_recipient_failed');
  },
  split: async (_, perform) => {
    const { partner_id } = await perform(createPartner, { name: 'Ana' });
    const { agreement_id } = await perform(createAgreement, { ...agreement, split: true });
    await perform(createButtonSession, {
      amount_reference: 10,
      currency_reference: 'USD',
      identifier: PRACTICE,
      identifier_label: 'ID',
      description: 'Demo',
      success_url: 'https://shop.invalid/paid',
      failure_url: 'https://shop.invalid/failed',
      agreement_id,
      split: { type: 'percent', rules: [{ recipient_id: partner_id, percent: 30 }] },
    });
  },
};

const PRACTICE = 'practice';
const agreement = {
  title: PRACTICE,
  payment_methods: { immediate_debit: true, mobile_payment: true },
  default_bank_account_id: PRACTICE,
};

export function isDoneHere(practice: string): boolean {
  return Object.hasOwn(deeds, practice);
}

/** Does a practice; false when the console cannot, or the simulator refused a part of it. */
export async function doPractice({ services, account }: PageCall, practice: string): Promise<boolean> {
  const deed = isDoneHere(practice) ? deeds[practice] : undefined;
  if (!deed) return false;
  const { publicUrl } = services.runtime.settings;
  const perform: Perform = async (operation, body, sessionId) => {
    const params = sessionId === undefined ? {} : { session_id: sessionId };
    return performed(services.perform, operation, { account, by: 'examination', body, params });
  };
  try {
    const receiver = receiverUrl(publicUrl, account.id, 'captura');
    await deed(await services.examinations.webhooksOf(account, receiver, PRACTICE), perform);
    return true;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}
