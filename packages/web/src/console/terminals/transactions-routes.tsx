import { type TransactionRecord, transactionData, transactionTransitions } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import {
  findTransaction,
  transactionCommand,
} from '@svc-simulator/server/transactions/transaction-service.ts';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { missingPage } from '../error-pages.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { Notice } from '../parts/notice.tsx';
import { Back, PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { Time } from '../parts/time.tsx';
import { TransactionTag, transactionsPage } from './transaction-list.tsx';

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
    title: `${pageTexts(lang)('console.terminals.transaction')} ${transaction.orderId.slice(0, 8)}`,
    area: 'terminals',
    // The page of a refusal has been posted: fetched again, it would be another one.
    ...(refusedWith !== undefined && { status: refusedWith, live: null }),
    body: <TransactionPage lang={lang} transaction={transaction} isRefused={refusedWith !== undefined} />,
  };
}

interface TransactionProps {
  readonly lang: Language;
  readonly transaction: TransactionRecord;
  /** What was asked for is not admitted in this state. */
  readonly isRefused: boolean;
}

/** A payment request: what was asked, what the terminal confirmed, and the cancellation that its state admits. */
function TransactionPage({ lang, transaction, isRefused }: TransactionProps) {
  const t = pageTexts(lang);
  const { orderId, amountMinor, currencyReference } = transaction;
  return (
    <>
      <Back to="/console/transactions" text={t('console.terminals.tabs.transactions')} />
      <PageHead title={<span class="figures">{formatMoney(amountMinor, currencyReference, lang)}</span>} />
      {isRefused && <Notice kind="danger" text={t('console.terminals.notAdmitted')} />}
      <div class="columns" data-live="transaction">
        <section class="panel stack">
          <div class="spread">
            <h2>{t('console.terminals.transaction')}</h2>
            <TransactionTag lang={lang} status={transaction.status} />
          </div>
          <Facts lang={lang} transaction={transaction} />
          <Cancellation lang={lang} transaction={transaction} />
        </section>
        <Panel title={t('console.terminals.asJson')}>
          <CodeBlock
            lang={lang}
            text={JSON.stringify(transactionData(transaction), null, 2)}
            what={`${t('console.terminals.asJson')} ${orderId}`}
          />
        </Panel>
      </div>
    </>
  );
}

function Facts({ lang, transaction }: Omit<TransactionProps, 'isRefused'>) {
  const t = pageTexts(lang);
  const { confirmation, cancelledAt, currencyReference } = transaction;
  const facts: readonly Fact[] = [
    ['orderId', <code>{transaction.orderId}</code>, 'long'],
    [
      t('console.terminals.columns.terminal'),
      transaction.terminalSerial ?? t('console.terminals.anyTerminal'),
      'long',
    ],
    [t('console.terminals.client'), transaction.clientIdentification, 'long'],
    [t('console.terminals.columns.created'), <Time atMs={transaction.createdAt} />],
    [t('console.terminals.updated'), <Time atMs={transaction.updatedAt} />],
    [
      t('console.terminals.amountChange'),
      transaction.allowAmountChange ? t('console.terminals.yes') : t('console.terminals.no'),
    ],
    [t('console.terminals.paidAt'), confirmation && <Time atMs={confirmation.committedAt} />],
    [
      t('console.terminals.paidAmount'),
      confirmation && formatMoney(confirmation.amountMinor, currencyReference, lang),
    ],
    [t('console.terminals.authorization'), confirmation && <code>{confirmation.authorizationCode}</code>],
    [t('console.terminals.cancelledAt'), cancelledAt === null ? undefined : <Time atMs={cancelledAt} />],
  ];
  return <FactList class="wide" facts={facts} />;
}

/** The button that stands for the merchant's backend, and what it will come to. */
function Cancellation({ lang, transaction }: Omit<TransactionProps, 'isRefused'>) {
  const t = pageTexts(lang);
  const { orderId, status } = transaction;
  const next = transactionTransitions[status].cancel;
  if (next === undefined) return <p class="hint">{t(`console.terminals.afterwards.${status}`)}</p>;
  const isVoid = next === 'VOID_PENDING';
  return (
    <form
      method="post"
      action={`/console/transactions/${encodeURIComponent(orderId)}/cancellation`}
      class="stack"
    >
      <p class="hint">{t(`console.terminals.afterwards.${status}`)}</p>
      <p>
        <Submit
          kind="danger"
          id="cancellation"
          text={isVoid ? t('console.terminals.askVoid') : t('console.terminals.cancel')}
        />
      </p>
    </form>
  );
}
