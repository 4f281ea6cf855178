import { transactionStatuses } from '@svc-simulator/contract';
import type { TransactionRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { formatMoney } from '../../payment/formats.ts';
import { Choice } from '../parts/choice.tsx';
import { EmptyList, EmptyState } from '../parts/empty-state.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { AreaHead } from './area-head.tsx';
import { terminalsTexts } from './texts.ts';
import { TransactionTag } from './transaction-tag.tsx';

interface TransactionListProps {
  readonly lang: Language;
  readonly url: URL;
  readonly page: Page<TransactionRecord> & { readonly total: number };
  readonly status: string | undefined;
}

/** The payment requests of a merchant, newest first. */
export function TransactionList({ lang, url, page, status }: TransactionListProps) {
  const texts = terminalsTexts(lang);
  const isWhole = status === undefined && !url.searchParams.has('cursor');
  return (
    <>
      <AreaHead lang={lang} here="transactions" />
      <Choice
        label={texts.columns.state}
        name="status"
        url={url}
        chosen={status}
        all={texts.all}
        values={transactionStatuses}
        words={texts.statuses}
      />
      <section class="stack" data-live="transactions" aria-label={texts.tabs.transactions}>
        {page.items.length > 0 ? (
          <div class="panel scroll">
            <Rows lang={lang} transactions={page.items} />
          </div>
        ) : isWhole ? (
          <EmptyList
            lang={lang}
            title={texts.noTransactions}
            text={texts.noTransactionsText}
            command="npx sim pos create --amount 12.50"
          />
        ) : (
          <EmptyState title={texts.noneTitle} text={texts.noneText} />
        )}
        <Pager
          lang={lang}
          url={url}
          nextCursor={page.nextCursor}
          count={{ shown: page.items.length, total: page.total }}
        />
      </section>
    </>
  );
}

interface RowsProps {
  readonly lang: Language;
  readonly transactions: readonly TransactionRecord[];
}

function Rows({ lang, transactions }: RowsProps) {
  const { columns, anyTerminal } = terminalsTexts(lang);
  return (
    <Table
      rows={transactions}
      columns={[
        {
          head: columns.order,
          kind: 'whole',
          cell: ({ orderId, createdAt }) => (
            <>
              <a href={`/console/transactions/${encodeURIComponent(orderId)}`}>
                <code>{orderId}</code>
              </a>
              <span class="soft small">
                <Time atMs={createdAt} />
              </span>
            </>
          ),
        },
        { head: columns.state, cell: ({ status }) => <TransactionTag lang={lang} status={status} /> },
        {
          head: columns.amount,
          kind: 'amount',
          cell: ({ amountMinor, currencyReference }) => formatMoney(amountMinor, currencyReference, lang),
        },
        {
          head: columns.terminal,
          cell: ({ terminalSerial: serial }) => (
            <span class={serial === undefined ? 'soft' : 'clamp'}>{serial ?? anyTerminal}</span>
          ),
        },
      ]}
    />
  );
}
