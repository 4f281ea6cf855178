import {
  accept,
  faultAt,
  type Outcome,
  refuse,
  type ToolKind,
  type TransactionStatus,
  wrongField,
} from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import type { TraceDraft } from '../effects.ts';
import { decimalOf, numberOf } from '../money.ts';
import type { Confirmation, TransactionRecord } from './pos-records.ts';

/** A terminal's confirmation of a payment. */
export interface PaymentCommit extends Omit<Confirmation, 'committedAt' | 'amountMinor'> {
  /** Default: now. */
  readonly committedAt?: number | undefined;
  /** Default: the transaction's amount. */
  readonly amountMinor?: number | undefined;
}

export type TransactionCommand =
  | { readonly type: 'cancel'; readonly by?: ToolKind | undefined }
  | { readonly type: 'commit'; readonly serial: string; readonly payment: PaymentCommit }
  | { readonly type: 'commit_void'; readonly serial: string };

/**
 * The next status by status and command (contract sections 6 and 9). The same status means no change; a
 * command without an entry is refused.
 */
export const transactionTransitions: Readonly<
  Record<TransactionStatus, Readonly<Partial<Record<TransactionCommand['type'], TransactionStatus>>>>
> = {
  PENDING: { cancel: 'CANCELED', commit: 'PAID' },
  CANCELED: { commit: 'PAID' },
  PAID: { cancel: 'VOID_PENDING', commit: 'PAID' },
  VOID_PENDING: { commit: 'VOID_PENDING', commit_void: 'VOIDED' },
  VOIDED: { commit: 'VOIDED', commit_void: 'VOIDED' },
};

export interface TransactionDecision {
  /** An updated copy, or the same object if nothing changed. */
  readonly transaction: TransactionRecord;
  readonly events: readonly TraceDraft[];
}

/**
 * Decides the effect of a command on a transaction. Refusals: 400 if the amount differs and can't be changed;
 * 409 if the `authorizationCode` differs or `transactionTransitions` has no entry.
 */
export function decideTransaction(
  current: TransactionRecord,
  command: TransactionCommand,
  now: number,
): Outcome<TransactionDecision> {
  if (command.type === 'commit' && !acceptsAmount(current, command.payment)) return refuseAmount(current);
  const status = transactionTransitions[current.status][command.type];
  if (status === undefined) return refuseCommand(current.status, command.type);
  if (status === current.status) return decideRepetition(current, command);
  const nextTransaction: TransactionRecord = { ...current, status, updatedAt: now };
  const by = current.by ?? (command.type === 'cancel' ? command.by : undefined);
  const common = { order_id: current.orderId, transaction_id: current.id, ...(by && { by }) };
  switch (command.type) {
    case 'cancel': {
      const cancelledAt = status === 'CANCELED' ? now : null;
      const data = { ...common, from: current.status, status };
      return acceptTransaction(
        { ...nextTransaction, cancelledAt, ...(by && { by }) },
        now,
        'pos.cancel_requested',
        data,
      );
    }
    case 'commit': {
      const { committedAt = now, amountMinor = current.amountMinor } = command.payment;
      const confirmation: Confirmation = { ...command.payment, committedAt, amountMinor };
      const data = {
        ...common,
        serial: command.serial,
        from: current.status,
        amount_reference: numberOf(confirmation.amountMinor),
        currency_reference: current.currencyReference,
        authorization_code: confirmation.authorizationCode,
      };
      return acceptTransaction(
        { ...nextTransaction, confirmation, cancelledAt: null },
        now,
        'pos.committed',
        data,
      );
    }
    case 'commit_void':
      return acceptTransaction({ ...nextTransaction, cancelledAt: now }, now, 'pos.voided', {
        ...common,
        serial: command.serial,
      });
  }
}

function decideRepetition(
  current: TransactionRecord,
  command: TransactionCommand,
): Outcome<TransactionDecision> {
  const isSamePayment =
    command.type !== 'commit' ||
    current.confirmation?.authorizationCode === command.payment.authorizationCode;
  if (isSamePayment) return accept({ transaction: current, events: [] });
  return refuse({
    status: 409,
    title: 'problem.title.paid_already',
    ...message('problem.transaction.paid_with_other', { status: current.status }),
  });
}

function acceptsAmount(
  { allowAmountChange, amountMinor }: TransactionRecord,
  payment: PaymentCommit,
): boolean {
  return allowAmountChange || payment.amountMinor === undefined || payment.amountMinor === amountMinor;
}

function acceptTransaction(
  transaction: TransactionRecord,
  at: number,
  type: TraceDraft['type'],
  data: TraceDraft['data'],
): Outcome<TransactionDecision> {
  return accept({ transaction, events: [{ type, at, data }] });
}

function refuseAmount({ amountMinor, currencyReference }: TransactionRecord): Outcome<never> {
  const amount = decimalOf(amountMinor);
  const currency = currencyReference;
  return refuse(wrongField(faultAt('/amountReference', 'fault.transaction.amount', { amount, currency })));
}

function refuseCommand(status: TransactionStatus, command: TransactionCommand['type']): Outcome<never> {
  return refuse({
    status: 409,
    title: 'problem.title.conflict',
    ...message('problem.transaction.state', { status, command }),
  });
}
