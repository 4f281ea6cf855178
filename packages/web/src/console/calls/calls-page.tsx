import { type CallData, operations } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { isRecorded } from '@svc-simulator/server/http/steps/record.ts';
import { Choice } from '../parts/choice.tsx';
import { EmptyList, EmptyState } from '../parts/empty-state.tsx';
import { Field } from '../parts/field.tsx';
import { FindForm, KeptSearch, soughtIn } from '../parts/find-form.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Pager } from '../parts/pager.tsx';
import { Submit } from '../parts/submit.tsx';
import { Table } from '../parts/table.tsx';
import { Tag } from '../parts/tag.tsx';
import { durationText, Time } from '../parts/time.tsx';
import { SessionField } from '../trace/session-field.tsx';
import { callsTexts } from './texts.ts';

export interface CallsFilter {
  readonly onlyErrors: boolean;
  readonly operation: string | undefined;
  readonly sessionId: string;
}

interface CallsProps {
  readonly lang: Language;
  readonly url: URL;
  readonly filter: CallsFilter;
  readonly calls: readonly CallData[];
  readonly nextCursor: string | null;
  /** There are refused calls that name no account; a hosted simulator keeps none. */
  readonly hasNobodys: boolean;
}

/** A page of the log of API calls under its filters. */
export function CallsPage({ lang, url, filter, calls, nextCursor, hasNobodys }: CallsProps) {
  const texts = callsTexts(lang);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead}>
        <FindForm label={texts.find} url={url} />
      </PageHead>
      <Choice
        label={texts.which}
        name="errors"
        url={url}
        chosen={filter.onlyErrors ? 'true' : undefined}
        all={texts.all}
        values={['true']}
        words={{ true: texts.refused }}
      />
      <Filters lang={lang} url={url} filter={filter} />
      <section class="stack" data-live="calls" aria-label={texts.title}>
        {calls.length > 0 ? (
          <div class="panel">
            <CallRows lang={lang} calls={calls} />
          </div>
        ) : (
          <Nothing
            lang={lang}
            isWhole={!filter.onlyErrors && !filter.operation && !filter.sessionId && soughtIn(url) === ''}
          />
        )}
        <Pager lang={lang} url={url} nextCursor={nextCursor} />
      </section>
      {hasNobodys && (
        <p class="soft small">
          {texts.ofNobody} <a href="/#refused">{texts.frontPage}</a>.
        </p>
      )}
    </>
  );
}

function Filters({ lang, url, filter }: Pick<CallsProps, 'lang' | 'url' | 'filter'>) {
  const texts = callsTexts(lang);
  return (
    <form method="get" action="/console/calls" class="filters">
      {filter.onlyErrors && <input type="hidden" name="errors" value="true" />}
      <KeptSearch url={url} />
      <Field name="operation" label={texts.operation}>
        <select id="operation" name="operation" data-submits>
          <option value="">{texts.allOperations}</option>
          {operations
            .filter(({ family }) => isRecorded(family))
            .map(({ id }) => (
              <option value={id} selected={id === filter.operation}>
                {id}
              </option>
            ))}
        </select>
      </Field>
      <SessionField label={texts.session} value={filter.sessionId} />
      <Submit text={texts.filter} />
    </form>
  );
}

/** Calls, a row each, with the way to each. */
export function CallRows({ lang, calls }: Pick<CallsProps, 'lang' | 'calls'>) {
  const { columns, fromPage } = callsTexts(lang);
  return (
    <Table
      rows={calls}
      columns={[
        { head: columns.at, cell: ({ at }) => <Time atMs={Date.parse(at)} form="clock" /> },
        {
          head: columns.status,
          cell: ({ status, origin }) => (
            <span>
              <StatusTag status={status} /> {origin && <Tag tone="plain" text={fromPage} />}
            </span>
          ),
        },
        {
          head: columns.call,
          cell: ({ id, method, path }) => (
            <a class="clamp" href={`/console/calls/${id}`}>
              {method} {path}
            </a>
          ),
        },
        {
          head: columns.cause,
          cell: ({ detail }) => (detail ? <span class="clamp">{detail}</span> : <span class="soft">–</span>),
        },
        {
          head: columns.took,
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

function Nothing({ lang, isWhole }: { readonly lang: Language; readonly isWhole: boolean }) {
  const texts = callsTexts(lang);
  if (isWhole)
    return (
      <EmptyList
        lang={lang}
        title={texts.emptyTitle}
        text={texts.emptyText}
        command="npx sim session create"
      />
    );
  return (
    <EmptyState title={texts.noneTitle} text={texts.noneText}>
      <a class="button" href="/console/calls">
        {texts.clear}
      </a>
    </EmptyState>
  );
}
