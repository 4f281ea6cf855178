import {
  batchView,
  cancelTransaction,
  type DataOf,
  getTransaction,
  transactionState,
  transactionView,
  type View,
} from '@svc-simulator/contract';
import { transactionTransitions } from '@svc-simulator/core';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { t } from '../../kit/parts.tsx';
import { missingPage } from '../error-pages.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { Action, Back, CodeBlock, Notice, PageHead, Panel } from '../parts/parts.tsx';
import { listPage } from '../views/list-page.tsx';
import { shownValue, ViewFacts } from '../views/shown-value.tsx';
import { terminalPages } from './terminals-page.tsx';

/** `/console/transactions`: the payment requests on the account's terminals, and each by itself; `/console/batches`: what they closed. */
export const transactionsRoutes: readonly PageRoute[] = [
  listRoute('/console/transactions', transactionView),
  listRoute('/console/batches', batchView),
  { path: '/console/transactions/:orderId', get: (call) => transactionPage(call) },
  {
    path: '/console/transactions/:orderId/cancellation',
    get: ({ params }) => shownAt(params.orderId ?? ''),
    post: cancel,
  },
];

/** The terminals' page says what an account without a merchant profile can do. */
function listRoute<Row>(path: string, view: View<Row>): PageRoute {
  return {
    path,
    get: (call) =>
      call.account.merchantId === undefined
        ? seeOther('/console/terminals')
        : listPage(call, view, terminalPages),
  };
}

async function transactionPage(
  { perform, t, params }: PageCall,
  refused?: { readonly status: number; readonly detail: string },
): Promise<ConsolePage> {
  const found = await perform(getTransaction, { params });
  if (!found.ok) return missingPage(t, 'terminals');
  return {
    title: `${t('console.terminals.transaction')} ${found.data.orderId.slice(0, 8)}`,
    area: 'terminals',
    // The page of a refusal has been posted: fetched again, it would be another one.
    ...(refused && { status: refused.status, live: null }),
    body: <TransactionPage transaction={found.data} fault={refused?.detail} />,
  };
}

/** `POST …/cancellation` of the merchant: cancels what is not paid, asks for the void of what is. */
async function cancel(call: PageCall): Promise<PageAnswer> {
  const { perform, params } = call;
  const done = await perform(cancelTransaction, { params });
  // A refused action means that the transaction has changed since the page was rendered.
  return done.ok ? shownAt(params.orderId ?? '', 'cancellation_asked') : transactionPage(call, done);
}

function shownAt(orderId: string, done?: string): Response {
  return seeOther(`/console/transactions/${encodeURIComponent(orderId)}`, done);
}

interface TransactionProps {
  readonly transaction: DataOf<typeof getTransaction>;
  readonly fault?: string | undefined;
}

/** A payment request: what was asked, what the terminal confirmed, and the cancellation that its state admits. */
function TransactionPage({ transaction, fault }: TransactionProps) {
  const { orderId, amountReference, currencyReference, status } = transaction;
  return (
    <>
      <Back to="/console/transactions" text={t('view.transaction.title')} />
      <PageHead title={formatMoney(Math.round(amountReference * 100), currencyReference, t.lang)} />
      {fault && <Notice kind="danger" text={fault} />}
      <div class="columns" data-live="transaction">
        <Panel
          title={t('console.terminals.transaction')}
          beside={
            <span class="row">
              {shownValue(t, transactionState, transaction)} <code class="soft">{status}</code>
            </span>
          }
        >
          <ViewFacts noun="transaction" facts={transactionView.facts ?? []} row={transaction} />
          <Cancellation transaction={transaction} />
        </Panel>
        <Panel title={t('console.terminals.asJson')}>
          <CodeBlock
            text={JSON.stringify(transaction, null, 2)}
            what={`${t('console.terminals.asJson')} ${orderId}`}
          />
        </Panel>
      </div>
    </>
  );
}

/** The button that stands for the merchant's backend, and what it will come to. */
function Cancellation({ transaction: { orderId, status } }: TransactionProps) {
  const next = transactionTransitions[status].cancel;
  return (
    <>
      <p class="hint">{t(`console.terminals.afterwards.${status}`)}</p>
      {next && (
        <Action
          kind="danger"
          id="cancellation"
          to={`/console/transactions/${encodeURIComponent(orderId)}/cancellation`}
          text={t(next === 'VOID_PENDING' ? 'console.terminals.askVoid' : 'console.terminals.cancel')}
        />
      )}
    </>
  );
}
