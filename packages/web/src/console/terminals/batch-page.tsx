import type { SettlementRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { formatMoney } from '../../payment/formats.ts';
import { Notice } from '../parts/notice.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import type { BatchPayments } from './batch-payments.ts';
import { terminalsTexts } from './texts.ts';

interface BatchProps {
  readonly lang: Language;
  readonly batch: SettlementRecord;
  readonly paid: BatchPayments;
}

/** A batch as a receipt: what the terminal reported, what the simulator saw, and what it came to by currency. */
export function BatchPage({ lang, batch, paid }: BatchProps) {
  const texts = terminalsTexts(lang);
  const { payments, totals, isPartial } = paid;
  const agrees = payments.length === batch.transactionCount;
  const facts = [
    [texts.columns.terminal, batch.serial],
    [texts.batches.closed, <Time atMs={batch.closedAt} />],
    [texts.batches.reported, batch.transactionCount],
    [texts.batches.counted, payments.length],
    ...[...totals].map(([currency, minor]) => [
      texts.batches.total,
      <strong>{formatMoney(minor, currency, lang)}</strong>,
    ]),
  ];
  return (
    <>
      <header class="page-head">
        <p class="lead">
          <a href="/console/batches">{texts.tabs.batches}</a>
        </p>
        <h1>
          <span class="clamp">
            {texts.batches.batch} {batch.batchNumber}
          </span>
        </h1>
      </header>
      {!isPartial && (
        <Notice
          kind={agrees ? 'good' : 'warn'}
          text={agrees ? texts.batches.agrees : texts.batches.differs}
        />
      )}
      <section class="panel stack">
        <dl class="facts wide figures">
          {facts.map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="panel stack">
        <h2>{texts.batches.payments}</h2>
        {isPartial && <p class="hint">{texts.batches.partly}</p>}
        {payments.length === 0 ? (
          <p class="soft">{texts.batches.none}</p>
        ) : (
          <table class="table cards">
            <thead>
              <tr>
                <th scope="col">{texts.columns.order}</th>
                <th scope="col" class="amount">
                  {texts.columns.amount}
                </th>
                <th scope="col">{texts.paidAt}</th>
              </tr>
            </thead>
            <tbody>
              {payments.map(({ orderId, amount, currency, at, isVoided }) => (
                <tr>
                  <td class="whole">
                    <a class="order" href={`/console/transactions/${encodeURIComponent(orderId)}`}>
                      <code>{orderId}</code>
                    </a>{' '}
                    {isVoided && <Tag tone="wait" text={texts.batches.voided} />}
                  </td>
                  <td data-label={texts.columns.amount} class="amount">
                    {formatMoney(Math.round(amount * 100), currency, lang)}
                  </td>
                  <td data-label={texts.paidAt}>
                    <Time atMs={at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}
