import {
  accept,
  type BodyOf,
  type createTransaction,
  type Fault,
  faultAt,
  hundredthsOf,
  type Outcome,
  refuse,
  type Tool,
  transactionNames,
} from '@svc-simulator/contract';
import {
  decideTransaction,
  type MerchantRecord,
  numberOf,
  type TerminalRecord,
  type TransactionCommand,
  type TransactionRecord,
  terminalKey,
  transactionData,
  transactionKey,
} from '@svc-simulator/core';
import { type Put, put, ref } from '@svc-simulator/store/store.ts';
import { invalid, notFound } from '../http/refusals.ts';
import { type Commit, refused, reply } from '../http/reply.ts';
import type { Runtime } from '../runtime.ts';
import { unlinked } from '../terminals/terminal-auth.ts';

/** `POST …/transactions`: 400 for an order that was used before and for a terminal that is not linked. */
export function createOne(
  runtime: Runtime,
  merchant: MerchantRecord,
  body: BodyOf<typeof createTransaction>,
  by?: Tool,
): Commit {
  const { accountId } = merchant;
  const { terminalSerial, currencyReference } = transactionNames(body);
  const key = transactionKey(merchant.id, body.orderId);
  const terminal =
    terminalSerial === undefined ? null : ref('terminal', terminalKey(accountId, terminalSerial));
  return {
    scope: { account: accountId, lock: [ref('transaction', key)], read: terminal ? [terminal] : [] },
    decide: (view) => {
      const faults: Fault[] = [];
      if (view.get('transaction', key)) {
        faults.push(faultAt('/orderId', 'fault.transaction.order_used'));
      }
      if (terminal && view.get('terminal', terminal.id)?.state !== 'linked') {
        faults.push(faultAt('/terminalSerial', 'fault.transaction.no_terminal'));
      }
      if (faults.length > 0) return refused(invalid(faults));
      const { now } = view;
      const { orderId, allowAmountChange, clientIdentification, deeplinkConfig } = body;
      const transaction: TransactionRecord = {
        id: runtime.random.uuid(),
        accountId,
        merchantId: merchant.id,
        orderId,
        status: 'PENDING',
        amountMinor: hundredthsOf(body.amountReference) ?? 0,
        currencyReference,
        allowAmountChange,
        ...(clientIdentification === undefined ? {} : { clientIdentification }),
        ...(terminalSerial === undefined ? {} : { terminalSerial }),
        ...(deeplinkConfig === undefined ? {} : { deeplinkConfig }),
        ...(by && { by }),
        confirmation: null,
        cancelledAt: null,
        createdAt: now,
        updatedAt: now,
      };
      const data = {
        order_id: orderId,
        transaction_id: transaction.id,
        serial: terminalSerial ?? null,
        amount_reference: numberOf(transaction.amountMinor),
        currency_reference: currencyReference,
      };
      return {
        result: reply(transactionData(transaction)),
        puts: [put('transaction', key, transaction)],
        events: [{ type: 'pos.transaction_created', at: now, data }],
      };
    },
  };
}

/** A transaction of a merchant; 404 otherwise. */
export async function findTransaction(
  runtime: Runtime,
  merchantId: string,
  orderId: string,
): Promise<Outcome<TransactionRecord>> {
  const transaction = await runtime.store.get('transaction', transactionKey(merchantId, orderId));
  return transaction ? accept(transaction) : notFound('transaction');
}

/** Whether a terminal sees a transaction: its own, and those that name no terminal. */
export function seenBy({ serial }: TerminalRecord, { terminalSerial }: TransactionRecord): boolean {
  return terminalSerial === undefined || terminalSerial === serial;
}

/** A command of the merchant, or of a terminal that may see the transaction; 404 when there is none such. */
export function transactionCommand(
  { accountId, merchantId, orderId }: { accountId: string; merchantId: string; orderId: string },
  command: TransactionCommand,
  signer?: TerminalRecord,
): Commit {
  const key = transactionKey(merchantId, orderId);
  const terminalId = signer && terminalKey(accountId, signer.serial);
  const lock = [ref('transaction', key), ...(terminalId === undefined ? [] : [ref('terminal', terminalId)])];
  return {
    scope: { account: accountId, lock },
    decide: (view) => {
      const terminal = terminalId === undefined ? undefined : view.get('terminal', terminalId);
      // It may have been unlinked since its signature was checked, and an unlinked one pays nothing more.
      if (signer && terminal?.secretKey !== signer.secretKey) return refused(unlinked);
      const before = view.get('transaction', key);
      if (!before || (terminal && !seenBy(terminal, before))) return refused(notFound('transaction'));
      const decided = decideTransaction(before, command, view.now);
      if (!decided.ok) return refused(refuse(decided.refusal));
      const { transaction, events } = decided.value;
      const puts: Put[] = transaction === before ? [] : [put('transaction', key, transaction)];
      if (terminalId !== undefined && terminal && command.type === 'commit' && transaction !== before) {
        const paidSinceClosing = terminal.paidSinceClosing + 1;
        puts.push(put('terminal', terminalId, { ...terminal, paidSinceClosing }));
      }
      return { result: reply(transactionData(transaction)), puts, events };
    },
  };
}
