import type { SearchedKind } from '@svc-simulator/contract';
import type { Kind, Records } from '@svc-simulator/core';
import type { SearchedFields } from './search-words.ts';

/** Kinds of records that are searched; events are no records. */
export type SearchedRecordKind = Extract<SearchedKind, Kind>;

/** How a record is searched, and shown where it is found. Nothing that opens something may stand here. */
interface Searched<K extends Kind> {
  readonly fieldsOf: (record: Records[K]) => SearchedFields;
  /** In hundredths. */
  readonly amountOf?: (record: Records[K]) => number;
  readonly shown: (record: Records[K]) => {
    readonly id: string;
    readonly title: string;
    readonly state: string | null;
    readonly sessionId?: string;
  };
}

export const searchedRecords: { readonly [K in SearchedRecordKind]: Searched<K> } = {
  session: {
    fieldsOf: ({ id, fields, status, origin, accreditation, payment }) => [
      { id },
      fields,
      { status, origin, accreditation },
      payment?.payer && { ...payment.payer },
      payment && {
        payment_method: payment.method,
        bank_name: payment.bankName,
        bank_reference_id: payment.bankReferenceId,
        svc_transaction_id: payment.transactionId,
        reason: payment.reason,
        user_message: payment.userMessage,
      },
    ],
    amountOf: ({ amountMinor }) => amountMinor,
    shown: ({ id, fields, status }) => ({ id, title: fields.identifier, state: status, sessionId: id }),
  },
  delivery: {
    fieldsOf: ({ id, event, url, state, sessionId, idempotencyKey, last }) => [
      { id, event, url, state, session_id: sessionId, idempotency_key: idempotencyKey },
      last && { error: last.error, cause: last.cause, answer: last.status },
    ],
    shown: ({ id, event, state, sessionId }) => ({ id, title: event, state, sessionId }),
  },
  transaction: {
    fieldsOf: ({ id, orderId, status, clientIdentification, terminalSerial, confirmation }) => [
      { orderId, id, status, clientIdentification, terminalSerial },
      confirmation && {
        authorizationCode: confirmation.authorizationCode,
        processCode: confirmation.processCode,
        trace: confirmation.trace,
      },
    ],
    amountOf: ({ amountMinor }) => amountMinor,
    shown: ({ orderId, status }) => ({ id: orderId, title: orderId, state: status }),
  },
  agreement: {
    fieldsOf: ({ id, fields }) => [{ agreement_id: id }, fields],
    shown: ({ id, fields }) => ({ id, title: String(fields.title ?? id), state: null }),
  },
  partner: {
    fieldsOf: ({ id, fields }) => [{ partner_id: id }, fields],
    shown: ({ id, fields }) => ({ id, title: String(fields.name ?? id), state: null }),
  },
  terminal: {
    fieldsOf: ({ serial, state }) => [{ serial, state }],
    shown: ({ serial, state }) => ({ id: serial, title: serial, state }),
  },
};
