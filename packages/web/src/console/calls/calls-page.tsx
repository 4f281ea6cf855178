import { type CallData, operations } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { isRecorded } from '@svc-simulator/server/http/steps/record.ts';
import { Choice } from '../parts/choice.tsx';
import { CodeBlock } from '../parts/copy.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Field } from '../parts/field.tsx';
import { Pager } from '../parts/pager.tsx';
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
      <header class="page-head">
        <h1>{texts.title}</h1>
        <p class="lead">{texts.lead}</p>
      </header>
      <Choice
        label={texts.which}
        name="errors"
        url={url}
        chosen={filter.onlyErrors ? 'true' : undefined}
        options={[
          [undefined, texts.all],
          ['true', texts.refused],
        ]}
      />
      <Filters lang={lang} filter={filter} />
      <section class="stack" data-live="calls" aria-label={texts.title}>
        {calls.length > 0 ? (
          <div class="panel">
            <CallRows lang={lang} calls={calls} />
          </div>
        ) : (
          <Nothing lang={lang} isWhole={!filter.onlyErrors && !filter.operation && !filter.sessionId} />
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

function Filters({ lang, filter }: Pick<CallsProps, 'lang' | 'filter'>) {
  const texts = callsTexts(lang);
  return (
    <form method="get" action="/console/calls" class="filters">
      {filter.onlyErrors && <input type="hidden" name="errors" value="true" />}
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
      <button type="submit" class="button">
        {texts.filter}
      </button>
    </form>
  );
}

function CallRows({ lang, calls }: Pick<CallsProps, 'lang' | 'calls'>) {
  const { columns } = callsTexts(lang);
  return (
    <table class="table cards">
      <thead>
        <tr>
          <th scope="col">{columns.at}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.call}</th>
          <th scope="col">{columns.cause}</th>
          <th scope="col" class="amount">
            {columns.took}
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr>
            <td data-label={columns.at}>
              <Time atMs={Date.parse(call.at)} form="clock" />
            </td>
            <td data-label={columns.status}>
              <span>
                <StatusTag status={call.status} />
              </span>
            </td>
            <td data-label={columns.call}>
              <a class="clamp" href={`/console/calls/${call.id}`}>
                {call.method} {call.path}
              </a>
            </td>
            <td data-label={columns.cause}>
              {call.detail ? <span class="clamp">{call.detail}</span> : <span class="soft">–</span>}
            </td>
            <td class="amount" data-label={columns.took}>
              {durationText(call.duration_ms, lang)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
      <EmptyState title={texts.emptyTitle} text={texts.emptyText}>
        <CodeBlock lang={lang} text="npx svc-simulator session create" what={texts.command} />
      </EmptyState>
    );
  return (
    <EmptyState title={texts.noneTitle} text={texts.noneText}>
      <a class="button" href="/console/calls">
        {texts.clear}
      </a>
    </EmptyState>
  );
}
