import { type CallData, operations } from '@svc-simulator/contract';
import { NOBODY } from '@svc-simulator/server/calls/call-log.ts';
import { findCalls, showCalls } from '@svc-simulator/server/calls/call-pages.ts';
import { isRecorded } from '@svc-simulator/server/calls/call-recorder.ts';
import { presentedCall } from '@svc-simulator/server/calls/presented-call.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { translatorFor } from '@svc-simulator/server/http/problem-language.ts';
import { soughtBy } from '@svc-simulator/server/lists/sought.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { ConsolePage, PageCall } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { idIn, SHOWN_BYTES } from '../parts/browser-input.ts';
import { Choice } from '../parts/choice.tsx';
import { Field, SessionField } from '../parts/field.tsx';
import { FindForm, KeptSearch, soughtIn } from '../parts/find-form.tsx';
import { List } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { Table } from '../parts/table.tsx';
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
  const translate = await translatorFor(lang);
  const shown = await showCalls(page.items, (call) => presentedCall(call, translate));
  // A hosted simulator keeps none of those.
  const hasNobodys = calls.page(NOBODY, { order: 'desc', limit: 1 }).items.length > 0;
  const body = (
    <>
      <PageHead title={t('console.calls.title')} lead={t('console.calls.lead')}>
        <FindForm label={t('console.calls.find')} url={url} />
      </PageHead>
      <Choice
        label={t('console.calls.which')}
        name="errors"
        url={url}
        chosen={filter.onlyErrors ? 'true' : undefined}
        all={t('console.calls.all')}
        values={['true']}
        word={() => t('console.calls.refused')}
      />
      <Filters lang={lang} url={url} filter={filter} />
      <List
        {...{ lang, url, page }}
        empty="console.calls"
        name="calls"
        label={t('console.calls.title')}
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
  return { title: t('console.calls.title'), area: 'calls', live: '/console/live?calls', body };
}

interface FiltersProps {
  readonly lang: Language;
  readonly url: URL;
  readonly filter: CallsFilter;
}

function Filters({ lang, url, filter }: FiltersProps) {
  const t = pageTexts(lang);
  return (
    <form method="get" action="/console/calls" class="filters">
      {filter.onlyErrors && <input type="hidden" name="errors" value="true" />}
      <KeptSearch url={url} />
      <Field name="operation" label={t('console.calls.operation')}>
        <select id="operation" name="operation" data-submits>
          <option value="">{t('console.calls.allOperations')}</option>
          {operations
            .filter(({ family }) => isRecorded(family))
            .map(({ id }) => (
              <option value={id} selected={id === filter.operation}>
                {id}
              </option>
            ))}
        </select>
      </Field>
      <SessionField label={t('console.calls.session')} value={filter.sessionId} />
      <Submit text={t('console.calls.filter')} />
    </form>
  );
}

interface RowsProps {
  readonly lang: Language;
  readonly calls: readonly CallData[];
}

/** Calls, a row each, with the way to each. */
export function CallRows({ lang, calls }: RowsProps) {
  const t = pageTexts(lang);
  return (
    <Table
      rows={calls}
      columns={[
        {
          head: t('console.calls.columns.at'),
          cell: ({ at }) => <Time atMs={Date.parse(at)} form="clock" />,
        },
        {
          head: t('console.calls.columns.status'),
          cell: ({ status, origin }) => (
            <span>
              <StatusTag status={status} />{' '}
              {origin && <Tag tone="plain" text={t('console.calls.fromPage')} />}
            </span>
          ),
        },
        {
          head: t('console.calls.columns.call'),
          cell: ({ id, method, path }) => (
            <a class="clamp" href={`/console/calls/${id}`}>
              {method} {path}
            </a>
          ),
        },
        {
          head: t('console.calls.columns.cause'),
          cell: ({ detail }) => (detail ? <span class="clamp">{detail}</span> : <span class="soft">–</span>),
        },
        {
          head: t('console.calls.columns.took'),
          kind: 'amount',
          cell: ({ duration_ms }) => durationText(duration_ms, lang),
        },
      ]}
    />
  );
}

/** A status in the colour of how it went. */
export function StatusTag({ status }: { readonly status: number }) {
  return <Tag tone={status < 400 ? 'good' : status < 500 ? 'bad' : 'wait'} text={String(status)} />;
}
