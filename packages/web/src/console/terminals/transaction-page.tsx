import { type TransactionRecord, transactionData, transactionTransitions } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { formatMoney } from '../../payment/formats.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { Notice } from '../parts/notice.tsx';
import { Back, PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
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
      <Back to="/console/transactions" text={texts.tabs.transactions} />
      <PageHead title={<span class="figures">{formatMoney(amountMinor, currencyReference, lang)}</span>} />
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
        <Panel title={texts.asJson}>
          <CodeBlock
            lang={lang}
            text={JSON.stringify(transactionData(transaction), null, 2)}
            what={`${texts.asJson} ${orderId}`}
          />
        </Panel>
      </div>
    </>
  );
}

function Facts({ lang, transaction }: Omit<TransactionProps, 'isRefused'>) {
  const texts = terminalsTexts(lang);
  const { confirmation, cancelledAt, currencyReference } = transaction;
  const facts: readonly Fact[] = [
    ['orderId', <code>{transaction.orderId}</code>, 'long'],
    [texts.columns.terminal, transaction.terminalSerial ?? texts.anyTerminal, 'long'],
    [texts.client, transaction.clientIdentification, 'long'],
    [texts.columns.created, <Time atMs={transaction.createdAt} />],
    [texts.updated, <Time atMs={transaction.updatedAt} />],
    [texts.amountChange, transaction.allowAmountChange ? texts.yes : texts.no],
    [texts.paidAt, confirmation && <Time atMs={confirmation.committedAt} />],
    [texts.paidAmount, confirmation && formatMoney(confirmation.amountMinor, currencyReference, lang)],
    [texts.authorization, confirmation && <code>{confirmation.authorizationCode}</code>],
    [texts.cancelledAt, cancelledAt === null ? undefined : <Time atMs={cancelledAt} />],
  ];
  return <FactList class="wide" facts={facts} />;
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
        <Submit kind="danger" id="cancellation" text={isVoid ? texts.askVoid : texts.cancel} />
      </p>
    </form>
  );
}
