import {
  createAgreement,
  createButtonSession,
  createPartner,
  expireSession,
  forceOutcome,
  type Operation,
} from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { Perform as PerformAny } from '../performer.ts';
import type { Examinations } from './examinations.ts';
import { performed, RefusedError, type WebhooksFromWithin } from './webhooks-from-within.ts';

/** What is to be done, and the receiver of the simulator that takes its webhooks. */
interface WantedPractice {
  readonly account: AccountRecord;
  readonly receiver: string;
  readonly practice: string;
}

type Perform = (
  operation: Operation,
  body: unknown,
  sessionId?: string,
) => Promise<Readonly<Record<string, unknown>>>;
type Deed = (webhooks: WebhooksFromWithin, perform: Perform) => Promise<unknown>;

const open = async (webhooks: WebhooksFromWithin) => (await webhooks.open()).emission.sessionId;

/** The practices that the simulator does by itself, by operations of the API and with a receiver of the simulator. */
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

/** Whether a practice takes no more than a button. */
export function isDoneHere(practice: string): boolean {
  return Object.hasOwn(deeds, practice);
}

/** Does a practice; false when nothing here can, or the simulator refused a part of it. */
export async function doPractice(
  examinations: Examinations,
  performAny: PerformAny,
  { account, receiver, practice }: WantedPractice,
): Promise<boolean> {
  const deed = isDoneHere(practice) ? deeds[practice] : undefined;
  if (!deed) return false;
  const perform: Perform = async (operation, body, sessionId) => {
    const params = sessionId === undefined ? {} : { session_id: sessionId };
    return performed(performAny, operation, { account, by: 'examination', body, params });
  };
  try {
    await deed(await examinations.webhooksOf(account, receiver, PRACTICE), perform);
    return true;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}
