import { transactionStatuses } from '@svc-simulator/contract';
import type { TransactionRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { formatMoney } from '../../payment/formats.ts';
import { Choice } from '../parts/choice.tsx';
import { CodeBlock } from '../parts/copy.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Pager } from '../parts/pager.tsx';
import { Time } from '../parts/time.tsx';
import { FindForm } from '../search/find-form.tsx';
import { AreaTabs } from './area-tabs.tsx';
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
      <header class="page-head">
        <h1>{texts.tabs.transactions}</h1>
        <FindForm label={texts.find} kind="transaction" />
        <a class="button" href="/terminal" target="_blank" rel="noopener">
          {texts.open}
        </a>
      </header>
      <AreaTabs lang={lang} here="transactions" />
      <Choice
        label={texts.columns.state}
        name="status"
        url={url}
        chosen={status}
        options={[
          [undefined, texts.all],
          ...transactionStatuses.map((each) => [each, texts.statuses[each]] as const),
        ]}
      />
      <section class="stack" data-live="transactions" aria-label={texts.tabs.transactions}>
        {page.items.length > 0 ? (
          <div class="panel scroll">
            <Rows lang={lang} transactions={page.items} />
          </div>
        ) : (
          <EmptyState
            title={isWhole ? texts.noTransactions : texts.noneTitle}
            text={isWhole ? texts.noTransactionsText : texts.noneText}
          >
            {isWhole && (
              <CodeBlock
                lang={lang}
                text="npx svc-simulator pos create --amount 12.50"
                what={texts.command}
              />
            )}
          </EmptyState>
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
    <table class="table cards transactions-table">
      <thead>
        <tr>
          <th scope="col">{columns.order}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col" class="amount">
            {columns.amount}
          </th>
          <th scope="col">{columns.terminal}</th>
        </tr>
      </thead>
      <tbody>
        {transactions.map(
          ({ orderId, status, amountMinor, currencyReference, terminalSerial, createdAt }) => (
            <tr>
              <td class="whole">
                <a class="order" href={`/console/transactions/${encodeURIComponent(orderId)}`}>
                  <code>{orderId}</code>
                </a>
                <span class="soft when">
                  <Time atMs={createdAt} />
                </span>
              </td>
              <td data-label={columns.state}>
                <TransactionTag lang={lang} status={status} />
              </td>
              <td data-label={columns.amount} class="amount">
                {formatMoney(amountMinor, currencyReference, lang)}
              </td>
              <td data-label={columns.terminal}>
                <span class={terminalSerial === undefined ? 'soft' : 'clamp'}>
                  {terminalSerial ?? anyTerminal}
                </span>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
