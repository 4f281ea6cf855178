import { type CallData, operations } from '@svc-simulator/contract';
import { NOBODY } from '@svc-simulator/server/calls/call-log.ts';
import { findCalls, showCalls } from '@svc-simulator/server/calls/call-pages.ts';
import { isRecorded } from '@svc-simulator/server/calls/call-recorder.ts';
import { presentedCall } from '@svc-simulator/server/calls/presented-call.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { problemTexts } from '@svc-simulator/server/http/problem-words.ts';
import { soughtBy } from '@svc-simulator/server/lists/sought.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { ConsolePage, PageCall } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { idIn, SHOWN_BYTES } from '../parts/browser-input.ts';
import { Choice, Filters, SessionFilter, soughtIn } from '../parts/filters.tsx';
import { List } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Rows } from '../parts/table.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';

const PAGE = 50;

interface CallsFilter {
  readonly onlyErrors: boolean;
  readonly operation: string | undefined;
  readonly sessionId: string;
}

/** The log of API calls under its filters. */
export async function callsPage({ services, account, lang, url }: PageCall): Promise<ConsolePage> {
  const { calls } = services.runtime;
  const t = pageTexts(lang);
  const filter: CallsFilter = {
    onlyErrors: url.searchParams.get('errors') === 'true',
    operation: operations.find(({ id }) => id === url.searchParams.get('operation'))?.id,
    sessionId: (url.searchParams.get('session') ?? '').trim().slice(0, 100),
  };
  const sought = soughtBy(soughtIn(url));
  const page = await findCalls(calls, account.id, {
    ...filter,
    sessionId: filter.sessionId || undefined,
    order: 'desc',
    limit: PAGE,
    maxBytes: SHOWN_BYTES,
    sought,
    after: idIn(url.searchParams.get('cursor')),
  });
  const problems = await problemTexts(lang);
  const shown = await showCalls(page.items, (call) => presentedCall(call, problems));
  // A hosted simulator keeps none of those.
  const hasNobodys = calls.page(NOBODY, { order: 'desc', limit: 1 }).items.length > 0;
  const body = (
    <>
      <PageHead title={t('console.frame.areas.calls')}>
        <Filters find={t('console.calls.find')} url={url} submit={t('console.kit.list.filter')}>
          <Choice
            label={t('console.calls.which')}
            name="errors"
            chosen={filter.onlyErrors ? 'true' : undefined}
            all={t('console.calls.all')}
            values={['true']}
            word={() => t('console.calls.refused')}
          />
          <Choice
            label={t('console.calls.operation')}
            name="operation"
            chosen={filter.operation}
            all={t('console.calls.allOperations')}
            values={operations.flatMap(({ id, family }) => (isRecorded(family) ? [id] : []))}
            word={(id) => id}
          />
          <SessionFilter label={t('console.calls.session')} value={filter.sessionId} />
        </Filters>
      </PageHead>
      <List
        {...{ lang, url, page }}
        empty="console.calls"
        name="calls"
        label={t('console.frame.areas.calls')}
        command="npx sim session create"
        isFiltered={filter.onlyErrors || Boolean(filter.operation || filter.sessionId || sought)}
      >
        <CallRows lang={lang} calls={shown} />
      </List>
      {hasNobodys && (
        <p class="soft small">
          {t('console.calls.ofNobody')} <a href="/#refused">{t('console.calls.frontPage')}</a>.
        </p>
      )}
    </>
  );
  return { title: t('console.frame.areas.calls'), area: 'calls', live: '/console/live?calls', body };
}

interface RowsProps {
  readonly lang: Language;
  readonly calls: readonly CallData[];
}

/** Calls, a row each, with the way to each. */
export function CallRows({ lang, calls }: RowsProps) {
  const t = pageTexts(lang);
  return (
    <Rows
      rows={calls}
      columns={[
        {
          head: t('console.calls.columns.call'),
          kind: 'line',
          cell: ({ id, method, path, origin }) => (
            <>
              <a href={`/console/calls/${id}`}>
                {method} {path}
              </a>{' '}
              {origin && <span class="soft">{t('console.calls.fromPage')}</span>}
            </>
          ),
        },
        { head: t('console.calls.columns.status'), cell: ({ status }) => <StatusTag status={status} /> },
        {
          head: t('console.calls.columns.cause'),
          kind: 'line',
          cell: ({ detail }) => detail ?? '',
        },
        {
          head: t('console.calls.columns.took'),
          kind: 'amount',
          cell: ({ duration_ms }) => durationText(duration_ms, lang),
        },
        {
          head: t('console.calls.columns.at'),
          cell: ({ at }) => <Time atMs={Date.parse(at)} form="clock" />,
        },
      ]}
    />
  );
}

/** A status in the colour of how it went. */
export function StatusTag({ status }: { readonly status: number }) {
  return <Tag tone={status < 400 ? 'good' : status < 500 ? 'bad' : 'wait'} text={String(status)} />;
}
