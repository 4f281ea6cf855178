import { type TransactionStatus, transactionStatuses } from '@svc-simulator/contract';
import type { TransactionRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { listPage } from '@svc-simulator/server/transactions/transaction-list.ts';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { type PageAnswer, type PageCall, seeOther } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { fromCursor } from '../parts/browser-input.ts';
import { Choice, Filters } from '../parts/filters.tsx';
import { List } from '../parts/list.tsx';
import { pageSizeOf } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { AreaHead } from './area-head.tsx';

/** The payment requests of a merchant, newest first. */
export async function transactionsPage({ services, account, lang, url }: PageCall): Promise<PageAnswer> {
  // The terminals' page says what an account without a merchant profile can do.
  if (account.merchantId === undefined) return seeOther('/console/terminals');
  const t = pageTexts(lang);
  const status = transactionStatuses.find((known) => known === url.searchParams.get('status'));
  const page = await fromCursor(url, (cursor) =>
    listPage(services.runtime.store, account.id, {
      limit: pageSizeOf(url),
      ...(status && { status }),
      ...cursor,
    }),
  );
  const body = (
    <>
      <AreaHead lang={lang} here="transactions" />
      <Filters url={url} submit={t('console.kit.list.filter')}>
        <Choice
          label={t('console.terminals.columns.state')}
          name="status"
          chosen={status}
          all={t('console.terminals.all')}
          values={transactionStatuses}
          word={(one) => t(`console.terminals.statuses.${one}`)}
        />
      </Filters>
      <List
        {...{ lang, url, page }}
        name="transactions"
        label={t('console.terminals.tabs.transactions')}
        total={page.total}
        empty="console.terminals.transactions"
        command="npx sim pos create --amount 12.50"
        isFiltered={status !== undefined || url.searchParams.has('cursor')}
      >
        <Rows lang={lang} transactions={page.items} />
      </List>
    </>
  );
  return { title: t('console.terminals.tabs.transactions'), area: 'terminals', body };
}

interface RowsProps {
  readonly lang: Language;
  readonly transactions: readonly TransactionRecord[];
}

function Rows({ lang, transactions }: RowsProps) {
  const t = pageTexts(lang);
  return (
    <Table
      rows={transactions}
      columns={[
        {
          head: t('console.terminals.columns.order'),
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
        {
          head: t('console.terminals.columns.state'),
          cell: ({ status }) => <TransactionTag lang={lang} status={status} />,
        },
        {
          head: t('console.terminals.columns.amount'),
          kind: 'amount',
          cell: ({ amountMinor, currencyReference }) => formatMoney(amountMinor, currencyReference, lang),
        },
        {
          head: t('console.terminals.columns.terminal'),
          cell: ({ terminalSerial: serial }) => (
            <span class={serial === undefined ? 'soft' : 'clamp'}>
              {serial ?? t('console.terminals.anyTerminal')}
            </span>
          ),
        },
      ]}
    />
  );
}

const tones: Readonly<Record<TransactionStatus, Tone>> = {
  PENDING: 'wait',
  PAID: 'good',
  CANCELED: 'plain',
  VOID_PENDING: 'wait',
  VOIDED: 'plain',
};

/** The state of a transaction, with the API's own word. */
export function TransactionTag({
  lang,
  status,
}: {
  readonly lang: Language;
  readonly status: TransactionStatus;
}) {
  return (
    <span class="row">
      <Tag tone={tones[status]} text={pageTexts(lang)(`console.terminals.statuses.${status}`)} />{' '}
      <code class="soft">{status}</code>
    </span>
  );
}
