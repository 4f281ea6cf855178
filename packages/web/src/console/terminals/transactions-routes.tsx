import { transactionStatuses } from '@svc-simulator/contract';
import type { TransactionRecord } from '@svc-simulator/core';
import { listPage } from '@svc-simulator/server/transactions/transaction-list.ts';
import {
  findTransaction,
  transactionCommand,
} from '@svc-simulator/server/transactions/transaction-service.ts';
import { missingPage } from '../error-pages.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { fromCursor } from '../parts/cursor.ts';
import { pageSizeOf } from '../parts/pager.tsx';
import { terminalsTexts } from './texts.ts';
import { TransactionList } from './transaction-list.tsx';
import { TransactionPage } from './transaction-page.tsx';

/** `/console/transactions`: the payment requests on the account's terminals, and each by itself. */
export const transactionsRoutes: readonly PageRoute[] = [
  { path: '/console/transactions', get: transactionsPage },
  { path: '/console/transactions/:order', get: transactionPage },
  {
    path: '/console/transactions/:order/cancellation',
    get: (call) => shownAt(call.params.order ?? ''),
    post: cancel,
  },
];

async function transactionsPage({ services, account, lang, url }: PageCall): Promise<PageAnswer> {
  // The terminals' page says what an account without a merchant profile can do.
  if (account.merchantId === undefined) return seeOther('/console/terminals');
  const status = transactionStatuses.find((known) => known === url.searchParams.get('status'));
  const page = await fromCursor(url, (cursor) =>
    listPage(services.runtime.store, account.id, {
      limit: pageSizeOf(url),
      ...(status && { status }),
      ...cursor,
    }),
  );
  return {
    title: terminalsTexts(lang).tabs.transactions,
    area: 'terminals',
    body: <TransactionList lang={lang} url={url} page={page} status={status} />,
  };
}

async function transactionPage(call: PageCall): Promise<ConsolePage> {
  const found = await transactionOf(call);
  if (!found.ok) return missingPage(call.lang, 'terminals');
  return shown(call, found.value);
}

/** `POST …/cancellation` of the merchant: cancels what is not paid, asks for the void of what is. */
async function cancel(call: PageCall): Promise<PageAnswer> {
  const { services, account } = call;
  const found = await transactionOf(call);
  if (!found.ok) return missingPage(call.lang, 'terminals');
  const { orderId, merchantId } = found.value;
  const names = { accountId: account.id, merchantId, orderId };
  const { scope, decide } = transactionCommand(names, { type: 'cancel' });
  const answer = await services.runtime.store.transact(scope, decide);
  if (answer.ok) return shownAt(orderId, 'cancellation_asked');
  // It has moved on since the page was made.
  const after = await transactionOf(call);
  return after.ok ? shown(call, after.value, answer.refusal.status) : missingPage(call.lang, 'terminals');
}

function shownAt(orderId: string, done?: string): Response {
  return seeOther(`/console/transactions/${encodeURIComponent(orderId)}`, done);
}

function transactionOf({ services, account, params }: PageCall) {
  return findTransaction(services.runtime, account.merchantId ?? '', params.order ?? '');
}

function shown({ lang }: PageCall, transaction: TransactionRecord, refusedWith?: number): ConsolePage {
  return {
    title: `${terminalsTexts(lang).transaction} ${transaction.orderId.slice(0, 8)}`,
    area: 'terminals',
    // The page of a refusal has been posted: fetched again, it would be another one.
    ...(refusedWith !== undefined && { status: refusedWith, live: null }),
    body: <TransactionPage lang={lang} transaction={transaction} isRefused={refusedWith !== undefined} />,
  };
}
