import * as api from '@svc-simulator/contract';
import {
  accept,
  type BodyOf,
  type Fault,
  faultAt,
  hundredthsOf,
  instantOf,
  type Outcome,
  refuse,
  statusFilterOf,
  type Tool,
  transactionNames,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  decideTransaction,
  type MerchantRecord,
  numberOf,
  type PaymentCommit,
  type TerminalRecord,
  type TransactionCommand,
  type TransactionRecord,
  terminalKey,
  transactionData,
  transactionKey,
} from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/every-record.js';
import { type Put, put, ref, type Store, type StorePage } from '@svc-simulator/store/store.ts';
import { invalid, notFound } from '../refusals.ts';
import { type Commit, presentOutcome, type Route, refusedChange, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { unlinked } from '../terminals/terminal-auth.ts';

/** Returns the routes of transactions, for the merchant's backend and its terminals (contract section 6). */
export function transactionRoutes(runtime: Runtime): readonly Route[] {
  const { store } = runtime;
  return [
    route(api.createTransaction, ({ merchant, by, body }) => createOne(runtime, merchant, body, by)),
    route(api.listTransactions, async ({ account, query }) =>
      present(await listPage(store, account.id, query)),
    ),
    route(api.getTransaction, async ({ merchant, params }) =>
      presentOutcome(await findTransaction(runtime, merchant.id, params.orderId ?? ''), transactionData),
    ),
    route(api.cancelTransaction, ({ account, by, params }) =>
      transactionCommand(orderOf(account, params), { type: 'cancel', by }),
    ),
    route(api.listTerminalTransactions, async ({ account, terminal, query }) =>
      present(await listPage(store, account.id, query, (transaction) => seenBy(terminal, transaction))),
    ),
    route(api.getTerminalTransaction, async ({ account, terminal, params }) => {
      const { merchantId, orderId } = orderOf(account, params);
      const outcome = await findTransaction(runtime, merchantId, orderId);
      if (!outcome.ok) return outcome;
      return seenBy(terminal, outcome.value)
        ? reply(transactionData(outcome.value))
        : notFound('transaction');
    }),
    route(api.commitTransaction, ({ account, terminal, params, body }) => {
      const command = { type: 'commit', serial: terminal.serial, payment: paymentOf(body) } as const;
      return transactionCommand(orderOf(account, params), command, terminal);
    }),
    route(api.commitVoid, ({ account, terminal, params }) => {
      const command = { type: 'commit_void', serial: terminal.serial } as const;
      return transactionCommand(orderOf(account, params), command, terminal);
    }),
  ];
}

function present({ items, nextCursor, total }: StorePage<TransactionRecord> & { readonly total: number }) {
  return reply(items.map(transactionData), { nextCursor, total });
}

/** The order that a path names, within the merchant of the caller's account. */
function orderOf(account: AccountRecord, { orderId = '' }: Readonly<Record<string, string>>) {
  return { accountId: account.id, merchantId: account.merchantId ?? '', orderId };
}

/** Picks the known fields of a confirmation, under the names of the response. */
function paymentOf(body: BodyOf<typeof api.commitTransaction>): PaymentCommit {
  const { amountReference, commitAt, visorMccCard, visOrMccCard = visorMccCard, ...told } = body;
  return {
    ...told,
    ...(visOrMccCard !== undefined && { visOrMccCard }),
    committedAt: commitAt === undefined ? undefined : (instantOf(commitAt) ?? undefined),
    amountMinor: amountReference === undefined ? undefined : (hundredthsOf(amountReference) ?? undefined),
  };
}

interface TransactionFilter {
  readonly status?: string;
  readonly 'status[eq]'?: string;
  readonly 'status[in]'?: string;
}

interface TransactionQuery extends TransactionFilter {
  readonly limit: number;
  readonly cursor?: string;
}

type Sees = (transaction: TransactionRecord) => boolean;

/**
 * Returns a page of transactions that match the status filter and `sees`, newest first, and their total.
 * @throws InvalidCursorError
 */
async function listPage(
  store: Store,
  accountId: string,
  query: TransactionQuery,
  sees: Sees = () => true,
): Promise<StorePage<TransactionRecord> & { readonly total: number }> {
  const page = await pageOf(store, accountId, query, sees);
  const isWhole = query.cursor === undefined && page.nextCursor === null;
  return { ...page, total: isWhole ? page.items.length : await totalOf(store, accountId, query, sees) };
}

async function totalOf(
  store: Store,
  accountId: string,
  filter: TransactionFilter,
  sees: Sees,
): Promise<number> {
  const { tag, isWanted } = selectionOf(filter, sees);
  return (await everyRecord(store, 'transaction', accountId, tag)).filter(isWanted).length;
}

/** Selects the smallest list of the store that contains all matches, and a filter for them. */
function selectionOf(filter: TransactionFilter, sees: Sees) {
  const statuses = statusFilterOf(filter);
  const [tag] = statuses?.size === 1 ? statuses : [];
  const isWanted: Sees = (transaction) => (statuses?.has(transaction.status) ?? true) && sees(transaction);
  return { tag, isWanted };
}

async function pageOf(
  store: Store,
  accountId: string,
  query: TransactionQuery,
  sees: Sees,
): Promise<StorePage<TransactionRecord>> {
  const { tag, isWanted } = selectionOf(query, sees);
  const items: TransactionRecord[] = [];
  let { cursor } = query;
  for (;;) {
    // Reads no more than the page has room for, so that the store's cursor continues where the page ends.
    const room = query.limit - items.length;
    const page = await store.list('transaction', accountId, { limit: room, tag, cursor });
    items.push(...page.items.filter(isWanted));
    // A page shorter than its limit has reached the size limit of a response.
    if (page.nextCursor === null || page.items.length < room || items.length >= query.limit) {
      return { items, nextCursor: page.nextCursor };
    }
    cursor = page.nextCursor;
  }
}

/** Creates a transaction (`POST …/transactions`): 400 for a repeated order or an unlinked terminal. */
function createOne(
  runtime: Runtime,
  merchant: MerchantRecord,
  body: BodyOf<typeof api.createTransaction>,
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
      if (faults.length > 0) return refusedChange(invalid(faults));
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

async function findTransaction(
  runtime: Runtime,
  merchantId: string,
  orderId: string,
): Promise<Outcome<TransactionRecord>> {
  const transaction = await runtime.store.get('transaction', transactionKey(merchantId, orderId));
  return transaction ? accept(transaction) : notFound('transaction');
}

/** A terminal sees its own transactions and those that name no terminal. */
function seenBy({ serial }: TerminalRecord, { terminalSerial }: TransactionRecord): boolean {
  return terminalSerial === undefined || terminalSerial === serial;
}

/** Creates the commit of a command by the merchant, or by a terminal that sees the transaction; else 404. */
function transactionCommand(
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
      // A terminal that was unlinked after its signature check can't pay.
      if (signer && terminal?.secretKey !== signer.secretKey) return refusedChange(unlinked);
      const before = view.get('transaction', key);
      if (!before || (terminal && !seenBy(terminal, before))) return refusedChange(notFound('transaction'));
      const outcome = decideTransaction(before, command, view.now);
      if (!outcome.ok) return refusedChange(refuse(outcome.refusal));
      const { transaction, events } = outcome.value;
      const puts: Put[] = transaction === before ? [] : [put('transaction', key, transaction)];
      if (terminalId !== undefined && terminal && command.type === 'commit' && transaction !== before) {
        const paidSinceClosing = terminal.paidSinceClosing + 1;
        puts.push(put('terminal', terminalId, { ...terminal, paidSinceClosing }));
      }
      return { result: reply(transactionData(transaction)), puts, events };
    },
  };
}
