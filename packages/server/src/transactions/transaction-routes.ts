import {
  type BodyOf,
  cancelTransaction,
  commitTransaction,
  commitVoid,
  createTransaction,
  getTerminalTransaction,
  getTransaction,
  hundredthsOf,
  instantOf,
  listTerminalTransactions,
  listTransactions,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  type PaymentCommit,
  type TransactionRecord,
  transactionData,
} from '@svc-simulator/core';
import type { Page } from '@svc-simulator/store/store.ts';
import { notFound } from '../http/refusals.ts';
import { presented, reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { listPage } from './transaction-list.ts';
import { createOne, findTransaction, seenBy, transactionCommand } from './transaction-service.ts';

/** Transactions, as the merchant's backend and its terminals see them (contract section 6). */
export function transactionRoutes(runtime: Runtime): readonly Route[] {
  const { store } = runtime;
  return [
    route(createTransaction, ({ merchant, by, body }) => createOne(runtime, merchant, body, by)),
    route(listTransactions, async ({ account, query }) => present(await listPage(store, account.id, query))),
    route(getTransaction, async ({ merchant, params }) =>
      presented(await findTransaction(runtime, merchant.id, params.orderId ?? ''), transactionData),
    ),
    route(cancelTransaction, ({ account, by, params }) =>
      transactionCommand(orderOf(account, params), { type: 'cancel', by }),
    ),
    route(listTerminalTransactions, async ({ account, terminal, query }) =>
      present(await listPage(store, account.id, query, (transaction) => seenBy(terminal, transaction))),
    ),
    route(getTerminalTransaction, async ({ account, terminal, params }) => {
      const { merchantId, orderId } = orderOf(account, params);
      const found = await findTransaction(runtime, merchantId, orderId);
      if (!found.ok) return found;
      return seenBy(terminal, found.value) ? reply(transactionData(found.value)) : notFound('transaction');
    }),
    route(commitTransaction, ({ account, terminal, params, body }) => {
      const command = { type: 'commit', serial: terminal.serial, payment: paymentOf(body) } as const;
      return transactionCommand(orderOf(account, params), command, terminal);
    }),
    route(commitVoid, ({ account, terminal, params }) => {
      const command = { type: 'commit_void', serial: terminal.serial } as const;
      return transactionCommand(orderOf(account, params), command, terminal);
    }),
  ];
}

function present({ items, nextCursor, total }: Page<TransactionRecord> & { readonly total: number }) {
  return reply(items.map(transactionData), { nextCursor, total });
}

/** Whose order a path means: the merchant of the caller's account. */
function orderOf(account: AccountRecord, { orderId = '' }: Readonly<Record<string, string>>) {
  return { accountId: account.id, merchantId: account.merchantId ?? '', orderId };
}

/** Only what is known of a confirmation, under the names that it is answered with. */
function paymentOf(body: BodyOf<typeof commitTransaction>): PaymentCommit {
  const { amountReference, commitAt, visorMccCard, visOrMccCard = visorMccCard, ...told } = body;
  return {
    ...told,
    ...(visOrMccCard !== undefined && { visOrMccCard }),
    committedAt: commitAt === undefined ? undefined : (instantOf(commitAt) ?? undefined),
    amountMinor: amountReference === undefined ? undefined : (hundredthsOf(amountReference) ?? undefined),
  };
}
