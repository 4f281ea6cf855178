import type { SessionFields, ToolKind } from '@svc-simulator/contract';
import { DEFAULT_DURATION_MINUTES, MINUTE_MS, parseInstant, toHundredths } from '@svc-simulator/contract';
import type { SessionEffects } from '../effects.ts';
import type { AgreementRecord, SessionRecord } from '../records.ts';
import { splitCredentials } from '../url-credentials.ts';
import type { Share } from './split.ts';

export interface SessionInput {
  readonly id: string;
  readonly origin: SessionRecord['origin'];
  readonly by?: ToolKind | undefined;
  readonly fields: SessionFields;
  readonly agreement: Pick<AgreementRecord, 'accountId' | 'paymentMethods' | 'shares'>;
  readonly shares?: readonly Share[];
}

/**
 * Creates a pending session with its trace event and webhook. A button session expires after
 * `duration_minutes`; a request session at `due_date_session` if `due_date_reached_behavior` is `deactivate`
 * (contract section 3, States).
 */
export function createSession(
  input: SessionInput,
  { now }: { readonly now: number },
): { readonly session: SessionRecord; readonly effects: SessionEffects } {
  const { agreement, by } = input;
  const { fields, credentials } = withoutWebhookCredentials(input.fields);
  const amountMinor = toHundredths(fields.amount_reference);
  if (amountMinor === null) throw new TypeError('amount_reference was not validated');
  const shares = input.shares ?? agreement.shares;
  const session: SessionRecord = {
    id: input.id,
    accountId: agreement.accountId,
    origin: input.origin,
    status: 'pending',
    accreditation: 'none',
    fields,
    amountMinor,
    paymentMethods: agreement.paymentMethods,
    shares,
    createdAt: now,
    updatedAt: now,
    expiresAt: expiryOf(input.origin, fields, now),
    expired: null,
    payment: null,
    accreditationDue: null,
    credits: null,
  };
  const data = {
    origin: session.origin,
    status: session.status,
    amount_reference: fields.amount_reference,
    currency_reference: fields.currency_reference,
    agreement_id: fields.agreement_id,
    identifier: fields.identifier,
    split: shares.length > 0,
    ...(by && { by }),
  };
  const withCredentials =
    credentials === undefined ? session : { ...session, webhookCredentials: credentials };
  return {
    session: by ? { ...withCredentials, by } : withCredentials,
    effects: {
      events: [{ type: 'session.created', at: now, sessionId: session.id, data }],
      emissions: ['payment_session.created'],
    },
  };
}

/** Separates credentials from the fields, so that no view of a session shows them (contract section 11). */
function withoutWebhookCredentials(fields: SessionFields) {
  const { webhook_url: url = '' } = fields;
  const { maskedUrl, credentials } = splitCredentials(url);
  return { fields: maskedUrl === url ? fields : { ...fields, webhook_url: maskedUrl }, credentials };
}

function expiryOf(origin: SessionRecord['origin'], fields: SessionFields, now: number): number | null {
  if (origin === 'button') return now + (fields.duration_minutes ?? DEFAULT_DURATION_MINUTES) * MINUTE_MS;
  return fields.due_date_reached_behavior === 'deactivate' ? dueDateOf(fields) : null;
}

/** Returns `due_date_session` in milliseconds; null if the session has none. */
export function dueDateOf({ due_date_session: due }: Pick<SessionFields, 'due_date_session'>): number | null {
  return due === undefined ? null : parseInstant(due);
}
