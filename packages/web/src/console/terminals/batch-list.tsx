import type { SettlementRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { EmptyList } from '../parts/empty-state.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { AreaHead } from './area-head.tsx';
import { terminalsTexts } from './texts.ts';

interface BatchListProps {
  readonly lang: Language;
  readonly url: URL;
  readonly page: Page<SettlementRecord>;
}

/** The batches that terminals have closed, the latest first. */
export function BatchList({ lang, url, page }: BatchListProps) {
  const { batches, columns, tabs } = terminalsTexts(lang);
  return (
    <>
      <AreaHead lang={lang} here="batches" />
      <section class="stack" data-live="batches" aria-label={tabs.batches}>
        {page.items.length > 0 ? (
          <div class="panel">
            <Table
              rows={page.items}
              columns={[
                {
                  head: batches.batch,
                  cell: ({ serial, batchNumber }) => (
                    <a class="clamp" href={batchAddress(serial, batchNumber)}>
                      {batchNumber}
                    </a>
                  ),
                },
                { head: columns.terminal, cell: ({ serial }) => <span class="clamp">{serial}</span> },
                { head: batches.reported, kind: 'amount', cell: (batch) => batch.transactionCount },
                { head: batches.closed, cell: ({ closedAt }) => <Time atMs={closedAt} /> },
              ]}
            />
          </div>
        ) : (
          <EmptyList
            lang={lang}
            title={batches.emptyTitle}
            text={batches.emptyText}
            command="npx sim pos settle"
          />
        )}
        <Pager lang={lang} url={url} nextCursor={page.nextCursor} />
      </section>
    </>
  );
}

function batchAddress(serial: string, batchNumber: number | string): string {
  return `/console/batches/${encodeURIComponent(serial)}/${encodeURIComponent(batchNumber)}`;
}
