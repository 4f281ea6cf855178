import { type SettlementRecord, settlementKey, terminalKey } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { missingPage } from '../error-pages.tsx';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { fromCursor } from '../parts/browser-input.ts';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { List } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { Back, PageHead, Panel } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { AreaHead } from './area-head.tsx';
import { type BatchPayments, paymentsOf } from './batch-payments.ts';

const PAGE = 50;

/** `/console/batches`: what the account's terminals closed, and each batch with its payments. */
export const batchesRoutes: readonly PageRoute[] = [
  { path: '/console/batches', get: listPage },
  { path: '/console/batches/:serial/:batch', get: batchPage },
];

async function listPage({ services, account, lang, url }: PageCall): Promise<PageAnswer> {
  // The terminals' page says what an account without a merchant profile can do.
  if (account.merchantId === undefined) return seeOther('/console/terminals');
  const t = pageTexts(lang);
  const page = await fromCursor(url, (cursor) =>
    services.runtime.store.list('settlement', account.id, { limit: PAGE, ...cursor }),
  );
  const body = (
    <>
      <AreaHead lang={lang} here="batches" />
      <List
        {...{ lang, url, page }}
        name="batches"
        label={t('console.terminals.tabs.batches')}
        empty="console.terminals.batches"
        command="npx sim pos settle"
      >
        <Table
          rows={page.items}
          columns={[
            {
              head: t('console.terminals.batches.batch'),
              cell: ({ serial, batchNumber }) => (
                <a class="clamp" href={batchAddress(serial, batchNumber)}>
                  {batchNumber}
                </a>
              ),
            },
            {
              head: t('console.terminals.columns.terminal'),
              cell: ({ serial }) => <span class="clamp">{serial}</span>,
            },
            {
              head: t('console.terminals.batches.reported'),
              kind: 'amount',
              cell: (batch) => batch.transactionCount,
            },
            { head: t('console.terminals.batches.closed'), cell: ({ closedAt }) => <Time atMs={closedAt} /> },
          ]}
        />
      </List>
    </>
  );
  return { title: t('console.terminals.tabs.batches'), area: 'terminals', body };
}

async function batchPage({ services, account, lang, params }: PageCall): Promise<PageAnswer> {
  const { store } = services.runtime;
  const terminal = await store.get('terminal', terminalKey(account.id, params.serial ?? ''));
  const batch = terminal && (await store.get('settlement', settlementKey(terminal.id, params.batch ?? '')));
  if (!batch) return missingPage(lang, 'terminals');
  const paid = await paymentsOf(store, batch);
  return {
    title: `${pageTexts(lang)('console.terminals.batches.batch')} ${batch.batchNumber}`,
    area: 'terminals',
    body: <BatchPage lang={lang} batch={batch} paid={paid} />,
  };
}

function batchAddress(serial: string, batchNumber: number | string): string {
  return `/console/batches/${encodeURIComponent(serial)}/${encodeURIComponent(batchNumber)}`;
}

interface BatchProps {
  readonly lang: Language;
  readonly batch: SettlementRecord;
  readonly paid: BatchPayments;
}

/** A batch as a receipt: what the terminal reported, what the simulator saw, and what it came to by currency. */
function BatchPage({ lang, batch, paid }: BatchProps) {
  const t = pageTexts(lang);
  const { payments, totals, isPartial } = paid;
  const agrees = payments.length === batch.transactionCount;
  const facts: readonly Fact[] = [
    [t('console.terminals.columns.terminal'), batch.serial],
    [t('console.terminals.batches.closed'), <Time atMs={batch.closedAt} />],
    [t('console.terminals.batches.reported'), batch.transactionCount],
    [t('console.terminals.batches.counted'), payments.length],
    ...[...totals].map(
      ([currency, minor]): Fact => [
        t('console.terminals.batches.total'),
        <strong>{formatMoney(minor, currency, lang)}</strong>,
      ],
    ),
  ];
  return (
    <>
      <Back to="/console/batches" text={t('console.terminals.tabs.batches')} />
      <PageHead
        title={
          <span class="clamp">
            {t('console.terminals.batches.batch')} {batch.batchNumber}
          </span>
        }
      />
      {!isPartial && (
        <Notice
          kind={agrees ? 'good' : 'warn'}
          text={agrees ? t('console.terminals.batches.agrees') : t('console.terminals.batches.differs')}
        />
      )}
      <section class="panel stack">
        <FactList class="wide figures" facts={facts} />
      </section>
      <Panel title={t('console.terminals.batches.payments')}>
        {isPartial && <p class="hint">{t('console.terminals.batches.partly')}</p>}
        {payments.length === 0 ? (
          <p class="soft">{t('console.terminals.batches.none')}</p>
        ) : (
          <Table
            rows={payments}
            columns={[
              {
                head: t('console.terminals.columns.order'),
                kind: 'whole',
                cell: ({ orderId, isVoided }) => (
                  <>
                    <a href={`/console/transactions/${encodeURIComponent(orderId)}`}>
                      <code>{orderId}</code>
                    </a>{' '}
                    {isVoided && <Tag tone="wait" text={t('console.terminals.batches.voided')} />}
                  </>
                ),
              },
              {
                head: t('console.terminals.columns.amount'),
                kind: 'amount',
                cell: ({ amount, currency }) => formatMoney(Math.round(amount * 100), currency, lang),
              },
              { head: t('console.terminals.paidAt'), cell: ({ at }) => <Time atMs={at} /> },
            ]}
          />
        )}
      </Panel>
    </>
  );
}
