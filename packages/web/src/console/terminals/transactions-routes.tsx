import type { ListView } from '@svc-simulator/contract';
import * as api from '@svc-simulator/contract';
import { batchView, transactionState, transactionView } from '@svc-simulator/contract';
import { transactionTransitions } from '@svc-simulator/core';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { consoleNotFoundPage } from '../error-pages.tsx';
import type { ConsolePage, OperationRefusal, PageAnswer, PageCall, PageRoute } from '../page-call.ts';
import { seeOther } from '../page-call.ts';
import { JsonBlock } from '../parts/json-block.tsx';
import { Back, ButtonForm, Notice, PageHead, Panel } from '../parts/parts.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { renderValue, ViewFacts } from '../views/render-value.tsx';
import { terminalPages } from './terminals-page.tsx';

export const transactionsRoutes: readonly PageRoute[] = [
  listRoute('/console/transactions', transactionView),
  listRoute('/console/batches', batchView),
  { path: '/console/transactions/:orderId', get: (call) => transactionPage(call) },
  {
    path: '/console/transactions/:orderId/cancellation',
    get: ({ params }) => redirectToTransaction(params.orderId ?? ''),
    post: cancelTransactionByForm,
  },
];

/**
 * Returns the route of a list. Without a merchant, it redirects to the terminals, which explain the next
 * step.
 */
function listRoute<Row>(path: string, view: ListView<Row>): PageRoute {
  return {
    path,
    get: (call) =>
      call.account.merchantId === undefined
        ? seeOther('/console/terminals')
        : renderListPage(call, view, terminalPages),
  };
}

/** Shows a transaction, what can follow its status, and the cancellation that a POS app could request. */
async function transactionPage(call: PageCall, refusal?: OperationRefusal): Promise<ConsolePage> {
  const { perform, t, params } = call;
  const result = await perform(api.getTransaction, { params });
  if (!result.ok) return consoleNotFoundPage(t, 'terminals');
  const { orderId, status, amountReference, currencyReference } = result.data;
  const cancelled = transactionTransitions[status].cancel;
  return {
    title: `${t('console.terminals.transaction')} ${orderId.slice(0, 8)}`,
    area: 'terminals',
    // The response to a POST has no live refresh, because the refresh would GET another page.
    ...(refusal && { status: refusal.status, live: null }),
    body: (
      <>
        <Back to="/console/transactions" text={t('view.transaction.title')} />
        <PageHead title={formatMoney(Math.round(amountReference * 100), currencyReference, t.lang)}>
          {renderValue(t, transactionState, result.data)}
        </PageHead>
        {refusal && <Notice kind="danger" text={refusal.detail} />}
        <div class="columns" data-live="transaction">
          <Panel title={t('console.sessions.facts.heading')}>
            <ViewFacts noun="transaction" facts={transactionView.facts ?? []} row={result.data} />
            <p class="hint">{t(`console.terminals.afterwards.${status}`)}</p>
            {cancelled && (
              <ButtonForm
                kind="danger"
                id="cancellation"
                to={`/console/transactions/${encodeURIComponent(orderId)}/cancellation`}
                text={t(`console.terminals.${cancelled === 'VOID_PENDING' ? 'requestVoid' : 'cancel'}`)}
              />
            )}
          </Panel>
          <Panel title="JSON">
            <JsonBlock text={JSON.stringify(result.data)} objectName={`JSON ${orderId}`} />
          </Panel>
        </div>
      </>
    ),
  };
}

/** Cancels a pending transaction, or requests the void of a paid one. */
async function cancelTransactionByForm(call: PageCall): Promise<PageAnswer> {
  const { perform, params } = call;
  const result = await perform(api.cancelTransaction, { params });
  // A refusal means that the transaction has changed since the page was rendered.
  return result.ok
    ? redirectToTransaction(params.orderId ?? '', 'cancellation_asked')
    : transactionPage(call, result);
}

function redirectToTransaction(orderId: string, noticeName?: string): Response {
  return seeOther(`/console/transactions/${encodeURIComponent(orderId)}`, noticeName);
}
