import * as api from '@svc-simulator/contract';
import {
  accept,
  type BodyOf,
  type Fault,
  faultAt,
  type Outcome,
  parseInstant,
  type QueryOf,
  refuse,
  statusFilterOf,
  type ToolKind,
  toHundredths,
  transactionNames,
  withoutUndefined,
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
import { unlinkedTerminalRefusal } from '../terminals/terminal-auth.ts';

export function transactionRoutes(runtime: Runtime): readonly Route[] {
  const { store } = runtime;
  return [
    route(api.createTransaction, ({ merchant, by, body }) =>
      createTransactionCommit(runtime, merchant, body, by),
    ),
    route(api.listTransactions, async ({ account, query }) =>
      presentTransactions(await listTransactions(store, account.id, query)),
    ),
    route(api.getTransaction, async ({ merchant, params }) =>
      presentOutcome(await findTransaction(runtime, merchant.id, params.orderId ?? ''), transactionData),
    ),
    route(api.cancelTransaction, ({ account, by, params }) =>
      transactionCommand(orderKeyOf(account, params), { type: 'cancel', by }),
    ),
    route(api.listTerminalTransactions, async ({ account, terminal, query }) =>
      presentTransactions(
        await listTransactions(store, account.id, query, (transaction) => isVisibleTo(terminal, transaction)),
      ),
    ),
    route(api.getTerminalTransaction, async ({ account, terminal, params }) => {
      const { merchantId, orderId } = orderKeyOf(account, params);
      const outcome = await findTransaction(runtime, merchantId, orderId);
      if (!outcome.ok) return outcome;
      return isVisibleTo(terminal, outcome.value)
        ? reply(transactionData(outcome.value))
        : notFound('transaction');
    }),
    route(api.commitTransaction, ({ account, terminal, params, body }) => {
      const command = { type: 'commit', serial: terminal.serial, payment: readPayment(body) } as const;
      return transactionCommand(orderKeyOf(account, params), command, terminal);
    }),
    route(api.commitVoid, ({ account, terminal, params }) => {
      const command = { type: 'commit_void', serial: terminal.serial } as const;
      return transactionCommand(orderKeyOf(account, params), command, terminal);
    }),
  ];
}

function presentTransactions({
  items,
  nextCursor,
  total,
}: StorePage<TransactionRecord> & { readonly total: number }) {
  return reply(items.map(transactionData), { nextCursor, total });
}

function orderKeyOf(account: AccountRecord, { orderId = '' }: Readonly<Record<string, string>>) {
  return { accountId: account.id, merchantId: account.merchantId ?? '', orderId };
}

function readPayment(body: BodyOf<typeof api.commitTransaction>): PaymentCommit {
  const { amountReference, commitAt, visorMccCard, visOrMccCard = visorMccCard, ...fields } = body;
  return {
    ...fields,
    ...(visOrMccCard !== undefined && { visOrMccCard }),
    committedAt: commitAt === undefined ? undefined : (parseInstant(commitAt) ?? undefined),
    amountMinor: amountReference === undefined ? undefined : (toHundredths(amountReference) ?? undefined),
  };
}

type TransactionQuery = QueryOf<typeof api.listTransactions>;

type TransactionPredicate = (transaction: TransactionRecord) => boolean;

/**
 * Returns a page of transactions that match the status filter and `isVisible`, newest first, and their total.
 * @throws InvalidCursorError
 */
async function listTransactions(
  store: Store,
  accountId: string,
  query: TransactionQuery,
  isVisible: TransactionPredicate = () => true,
): Promise<StorePage<TransactionRecord> & { readonly total: number }> {
  const statuses = statusFilterOf(query);
  // The tag of the smallest list that contains all matching transactions; undefined for the list of all
  // transactions.
  const [tag] = statuses?.size === 1 ? statuses : [];
  const matches: TransactionPredicate = (transaction) =>
    (statuses?.has(transaction.status) ?? true) && isVisible(transaction);
  const page = await readPage(store, accountId, { ...query, tag }, matches);
  const isSinglePage = query.cursor === undefined && page.nextCursor === null;
  const countAll = async () =>
    (await everyRecord(store, 'transaction', accountId, tag)).filter(matches).length;
  return { ...page, total: isSinglePage ? page.items.length : await countAll() };
}

async function readPage(
  store: Store,
  accountId: string,
  { tag, limit, cursor: firstCursor }: TransactionQuery & { readonly tag: string | undefined },
  matches: TransactionPredicate,
): Promise<StorePage<TransactionRecord>> {
  const items: TransactionRecord[] = [];
  let cursor = firstCursor;
  for (;;) {
    // Reads no more than fits on the page, so that the store's cursor continues where the page ends.
    const remaining = limit - items.length;
    const page = await store.list('transaction', accountId, { limit: remaining, tag, cursor });
    items.push(...page.items.filter(matches));
    // A page that is shorter than requested has reached the size limit of a response, so no further page is
    // read.
    if (page.nextCursor === null || page.items.length < remaining || items.length >= limit) {
      return { items, nextCursor: page.nextCursor };
    }
    cursor = page.nextCursor;
  }
}

/** Creates a transaction (`POST …/transactions`); 400 for a repeated order or an unlinked terminal. */
function createTransactionCommit(
  runtime: Runtime,
  merchant: MerchantRecord,
  body: BodyOf<typeof api.createTransaction>,
  by?: ToolKind,
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
        faults.push(faultAt('/terminalSerial', 'fault.transaction.unknown_terminal'));
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
        amountMinor: toHundredths(body.amountReference) ?? 0,
        currencyReference,
        allowAmountChange,
        ...withoutUndefined({ clientIdentification, terminalSerial, deeplinkConfig }),
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

function isVisibleTo({ serial }: TerminalRecord, { terminalSerial }: TransactionRecord): boolean {
  return terminalSerial === undefined || terminalSerial === serial;
}

/**
 * Returns the commit of a command by the merchant or by a terminal; 404 if the terminal can't see the
 * transaction.
 */
function transactionCommand(
  { accountId, merchantId, orderId }: { accountId: string; merchantId: string; orderId: string },
  command: TransactionCommand,
  signingTerminal?: TerminalRecord,
): Commit {
  const key = transactionKey(merchantId, orderId);
  const terminalId = signingTerminal && terminalKey(accountId, signingTerminal.serial);
  const lock = [ref('transaction', key), ...(terminalId === undefined ? [] : [ref('terminal', terminalId)])];
  return {
    scope: { account: accountId, lock },
    decide: (view) => {
      const terminal = terminalId === undefined ? undefined : view.get('terminal', terminalId);
      // Checks the terminal again, because it can be unlinked after its signature check.
      if (signingTerminal && terminal?.secretKey !== signingTerminal.secretKey)
        return refusedChange(unlinkedTerminalRefusal);
      const current = view.get('transaction', key);
      if (!current || (terminal && !isVisibleTo(terminal, current)))
        return refusedChange(notFound('transaction'));
      const outcome = decideTransaction(current, command, view.now);
      if (!outcome.ok) return refusedChange(refuse(outcome.refusal));
      const { transaction, events } = outcome.value;
      const puts: Put[] = transaction === current ? [] : [put('transaction', key, transaction)];
      if (terminalId !== undefined && terminal && command.type === 'commit' && transaction !== current) {
        const paidSinceClosing = terminal.paidSinceClosing + 1;
        puts.push(put('terminal', terminalId, { ...terminal, paidSinceClosing }));
      }
      return { result: reply(transactionData(transaction)), puts, events };
    },
  };
}
