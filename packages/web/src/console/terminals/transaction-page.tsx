import { type TransactionRecord, transactionData, transactionTransitions } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Child } from 'hono/jsx';
import { formatMoney } from '../../payment/formats.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { terminalsTexts } from './texts.ts';
import { TransactionTag } from './transaction-tag.tsx';

interface TransactionProps {
  readonly lang: Language;
  readonly transaction: TransactionRecord;
  /** What was asked for is not admitted in this state. */
  readonly isRefused: boolean;
}

/** A payment request: what was asked, what the terminal confirmed, and the cancellation that its state admits. */
export function TransactionPage({ lang, transaction, isRefused }: TransactionProps) {
  const texts = terminalsTexts(lang);
  const { orderId, amountMinor, currencyReference } = transaction;
  return (
    <>
      <header class="page-head">
        <p class="lead">
          <a href="/console/transactions">{texts.tabs.transactions}</a>
        </p>
        <h1 class="figures">{formatMoney(amountMinor, currencyReference, lang)}</h1>
      </header>
      {isRefused && <Notice kind="danger" text={texts.notAdmitted} />}
      <div class="columns" data-live="transaction">
        <section class="panel stack">
          <div class="spread">
            <h2>{texts.transaction}</h2>
            <TransactionTag lang={lang} status={transaction.status} />
          </div>
          <Facts lang={lang} transaction={transaction} />
          <Cancellation lang={lang} transaction={transaction} />
        </section>
        <section class="panel stack">
          <h2>{texts.asJson}</h2>
          <CodeBlock
            lang={lang}
            text={JSON.stringify(transactionData(transaction), null, 2)}
            what={`${texts.asJson} ${orderId}`}
          />
        </section>
      </div>
    </>
  );
}

function Facts({ lang, transaction }: Omit<TransactionProps, 'isRefused'>) {
  const texts = terminalsTexts(lang);
  const { confirmation, cancelledAt, currencyReference } = transaction;
  const facts: readonly (readonly [name: string, value: Child])[] = [
    [texts.columns.created, <Time atMs={transaction.createdAt} />],
    [texts.updated, <Time atMs={transaction.updatedAt} />],
    [texts.amountChange, transaction.allowAmountChange ? texts.yes : texts.no],
    ...(confirmation
      ? ([
          [texts.paidAt, <Time atMs={confirmation.committedAt} />],
          [texts.paidAmount, formatMoney(confirmation.amountMinor, currencyReference, lang)],
          [texts.authorization, <code>{confirmation.authorizationCode}</code>],
        ] as const)
      : []),
    ...(cancelledAt === null ? [] : [[texts.cancelledAt, <Time atMs={cancelledAt} />] as const]),
  ];
  // Of any length, so each has a line of its own.
  const texted: readonly (readonly [name: string, value: Child])[] = [
    ['orderId', <code>{transaction.orderId}</code>],
    [texts.columns.terminal, transaction.terminalSerial ?? texts.anyTerminal],
    ...(transaction.clientIdentification === undefined
      ? []
      : [[texts.client, transaction.clientIdentification] as const]),
  ];
  return (
    <dl class="facts wide">
      {[...texted, ...facts].map(([name, value], index) => (
        <div class={index < texted.length ? 'long' : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The button that stands for the merchant's backend, and what it will come to. */
function Cancellation({ lang, transaction }: Omit<TransactionProps, 'isRefused'>) {
  const texts = terminalsTexts(lang);
  const { orderId, status } = transaction;
  const next = transactionTransitions[status].cancel;
  if (next === undefined) return <p class="hint">{texts.afterwards[status]}</p>;
  const isVoid = next === 'VOID_PENDING';
  return (
    <form
      method="post"
      action={`/console/transactions/${encodeURIComponent(orderId)}/cancellation`}
      class="stack"
    >
      <p class="hint">{texts.afterwards[status]}</p>
      <p>
        <button type="submit" class="button danger" id="cancellation">
          {isVoid ? texts.askVoid : texts.cancel}
        </button>
      </p>
    </form>
  );
}
