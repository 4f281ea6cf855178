import type { SettlementRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Pager } from '../parts/pager.tsx';
import { Time } from '../parts/time.tsx';
import { AreaTabs } from './area-tabs.tsx';
import { terminalsTexts } from './texts.ts';

interface BatchListProps {
  readonly lang: Language;
  readonly url: URL;
  readonly page: Page<SettlementRecord>;
}

/** The batches that terminals have closed, the latest first. */
export function BatchList({ lang, url, page }: BatchListProps) {
  const texts = terminalsTexts(lang);
  const { batches, columns } = texts;
  return (
    <>
      <header class="page-head">
        <h1>{texts.tabs.batches}</h1>
        <a class="button" href="/terminal" target="_blank" rel="noopener">
          {texts.open}
        </a>
      </header>
      <AreaTabs lang={lang} here="batches" />
      <section class="stack" data-live="batches" aria-label={texts.tabs.batches}>
        {page.items.length > 0 ? (
          <div class="panel">
            <table class="table cards">
              <thead>
                <tr>
                  <th scope="col">{batches.batch}</th>
                  <th scope="col">{columns.terminal}</th>
                  <th scope="col" class="amount">
                    {batches.reported}
                  </th>
                  <th scope="col">{batches.closed}</th>
                </tr>
              </thead>
              <tbody>
                {page.items.map(({ serial, batchNumber, transactionCount, closedAt }) => (
                  <tr>
                    <td data-label={batches.batch}>
                      <a class="clamp" href={batchAddress(serial, batchNumber)}>
                        {batchNumber}
                      </a>
                    </td>
                    <td data-label={columns.terminal}>
                      <span class="clamp">{serial}</span>
                    </td>
                    <td data-label={batches.reported} class="amount">
                      {transactionCount}
                    </td>
                    <td data-label={batches.closed}>
                      <Time atMs={closedAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <EmptyState title={batches.emptyTitle} text={batches.emptyText}>
            <CodeBlock lang={lang} text="npx svc-simulator pos settle" what={texts.command} />
          </EmptyState>
        )}
        <Pager lang={lang} url={url} nextCursor={page.nextCursor} />
      </section>
    </>
  );
}

function batchAddress(serial: string, batchNumber: number | string): string {
  return `/console/batches/${encodeURIComponent(serial)}/${encodeURIComponent(batchNumber)}`;
}
