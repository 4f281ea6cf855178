import type { SettlementRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { formatMoney } from '../../payment/formats.ts';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { Notice } from '../parts/notice.tsx';
import { Back, PageHead, Panel } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
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
  const facts: readonly Fact[] = [
    [texts.columns.terminal, batch.serial],
    [texts.batches.closed, <Time atMs={batch.closedAt} />],
    [texts.batches.reported, batch.transactionCount],
    [texts.batches.counted, payments.length],
    ...[...totals].map(
      ([currency, minor]): Fact => [
        texts.batches.total,
        <strong>{formatMoney(minor, currency, lang)}</strong>,
      ],
    ),
  ];
  return (
    <>
      <Back to="/console/batches" text={texts.tabs.batches} />
      <PageHead
        title={
          <span class="clamp">
            {texts.batches.batch} {batch.batchNumber}
          </span>
        }
      />
      {!isPartial && (
        <Notice
          kind={agrees ? 'good' : 'warn'}
          text={agrees ? texts.batches.agrees : texts.batches.differs}
        />
      )}
      <section class="panel stack">
        <FactList class="wide figures" facts={facts} />
      </section>
      <Panel title={texts.batches.payments}>
        {isPartial && <p class="hint">{texts.batches.partly}</p>}
        {payments.length === 0 ? (
          <p class="soft">{texts.batches.none}</p>
        ) : (
          <Table
            rows={payments}
            columns={[
              {
                head: texts.columns.order,
                kind: 'whole',
                cell: ({ orderId, isVoided }) => (
                  <>
                    <a class="order" href={`/console/transactions/${encodeURIComponent(orderId)}`}>
                      <code>{orderId}</code>
                    </a>{' '}
                    {isVoided && <Tag tone="wait" text={texts.batches.voided} />}
                  </>
                ),
              },
              {
                head: texts.columns.amount,
                kind: 'amount',
                cell: ({ amount, currency }) => formatMoney(Math.round(amount * 100), currency, lang),
              },
              { head: texts.paidAt, cell: ({ at }) => <Time atMs={at} /> },
            ]}
          />
        )}
      </Panel>
    </>
  );
}
