import { batchView, type DataOf, getBatch, type Shown, transactionView } from '@svc-simulator/contract';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { t } from '../../kit/speaking.ts';
import { missingPage } from '../error-pages.tsx';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { Back, FactList, Notice, PageHead, Panel } from '../parts/parts.tsx';
import { listPage } from '../views/list-page.tsx';
import { ViewFacts, ViewRows } from '../views/shown-value.tsx';
import { terminalPages } from './terminals-page.tsx';

/** `/console/batches`: what the account's terminals closed, and each batch with its payments. */
export const batchesRoutes: readonly PageRoute[] = [
  { path: '/console/batches', get: batchesPage },
  { path: '/console/batches/:serial/:batch', get: batchPage },
];

function batchesPage(call: PageCall): PageAnswer | Promise<PageAnswer> {
  // The terminals' page says what an account without a merchant profile can do.
  if (call.account.merchantId === undefined) return seeOther('/console/terminals');
  return listPage(call, batchView, terminalPages);
}

async function batchPage({ perform, t, params }: PageCall): Promise<PageAnswer> {
  const found = await perform(getBatch, { params });
  if (!found.ok) return missingPage(t, 'terminals');
  return {
    title: `${t('field.label.batchNumber')} ${found.data.batchNumber}`,
    area: 'terminals',
    body: <BatchPage batch={found.data} />,
  };
}

type Payment = DataOf<typeof getBatch>['payments'][number];

const paymentColumns: readonly Shown<Payment>[] = [
  {
    field: 'orderId',
    kind: 'code',
    beside: ({ voided }, t) => (voided ? t('word.transaction.VOIDED') : undefined),
    isLong: true,
  },
  {
    field: 'amountReference',
    kind: 'money',
    value: ({ amountReference, currencyReference }) => [amountReference, currencyReference],
  },
  { field: 'paidAt', kind: 'instant' },
];
const paymentView = {
  noun: transactionView.noun,
  id: ({ orderId }: Payment) => orderId,
  to: ({ orderId }: Payment) => `/console/transactions/${encodeURIComponent(orderId)}`,
  columns: paymentColumns,
};

/** A batch as a receipt: what the terminal reported, what the simulator saw, and what it came to by currency. */
function BatchPage({ batch }: Readonly<{ batch: DataOf<typeof getBatch> }>) {
  const { payments, totals, complete, batchNumber, transactionCount } = batch;
  const agrees = payments.length === transactionCount;
  return (
    <>
      <Back to="/console/batches" text={t('view.batch.title')} />
      <PageHead
        title={
          <span class="clamp">
            {t('field.label.batchNumber')} {batchNumber}
          </span>
        }
      />
      {complete && (
        <Notice
          kind={agrees ? 'good' : 'warn'}
          text={t(agrees ? 'console.terminals.batches.agrees' : 'console.terminals.batches.differs')}
        />
      )}
      <section class="panel stack figures">
        <ViewFacts noun="batch" facts={batchView.facts ?? []} row={batch} />
        <FactList
          class="wide"
          facts={[
            [t('console.terminals.batches.counted'), payments.length],
            ...totals.map(
              ({ amountReference, currencyReference }) =>
                [
                  t('console.terminals.batches.total'),
                  <strong>
                    {formatMoney(Math.round(amountReference * 100), currencyReference, t.lang)}
                  </strong>,
                ] as const,
            ),
          ]}
        />
      </section>
      <Panel title={t('console.terminals.batches.payments')}>
        {!complete && <p class="hint">{t('console.terminals.batches.partly')}</p>}
        {payments.length === 0 ? (
          <p class="soft">{t('console.terminals.batches.none')}</p>
        ) : (
          <ViewRows view={paymentView} rows={payments} />
        )}
      </Panel>
    </>
  );
}
