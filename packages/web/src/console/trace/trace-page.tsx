import { traceTypes } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { EmptyList, EmptyState } from '../parts/empty-state.tsx';
import { Field } from '../parts/field.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Pager } from '../parts/pager.tsx';
import { Submit } from '../parts/submit.tsx';
import type { EventView } from './event-line-data.ts';
import { EventList } from './event-list.tsx';
import { SessionField } from './session-field.tsx';
import { traceTexts } from './texts.ts';

export interface TraceFilter {
  /** None: all. The form offers one; an address may name several, with commas between. */
  readonly types: readonly string[];
  readonly sessionId: string;
}

interface TraceProps {
  readonly lang: Language;
  readonly url: URL;
  readonly now: number;
  readonly filter: TraceFilter;
  readonly events: readonly EventView[];
  readonly nextCursor: string | null;
}

/** A page of the trace under its filters. */
export function TracePage({ lang, url, now, filter, events, nextCursor }: TraceProps) {
  const texts = traceTexts(lang);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <Filters lang={lang} filter={filter} />
      <section class="stack" data-live="trace" aria-label={texts.title}>
        {events.length > 0 ? (
          <div class="panel">
            <EventList lang={lang} now={now} events={events} />
          </div>
        ) : (
          <Nothing lang={lang} isWhole={filter.types.length === 0 && filter.sessionId === ''} />
        )}
        <Pager lang={lang} url={url} nextCursor={nextCursor} />
      </section>
    </>
  );
}

function Filters({ lang, filter }: Pick<TraceProps, 'lang' | 'filter'>) {
  const texts = traceTexts(lang);
  const isFiltered = filter.types.length > 0 || filter.sessionId !== '';
  return (
    <form method="get" action="/console/trace" class="filters">
      <Field name="type" label={texts.type}>
        <select id="type" name="type" data-submits>
          <option value="">{texts.allTypes}</option>
          {filter.types.length > 1 && (
            <option value={filter.types.join(',')} selected>
              {filter.types.join(', ')}
            </option>
          )}
          {groupNames.map((name) => (
            <optgroup label={name}>
              {traceTypes
                .filter((type) => groupOf(type) === name)
                .map((type) => (
                  <option value={type} selected={filter.types.length === 1 && type === filter.types[0]}>
                    {type}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </Field>
      <SessionField label={texts.session} value={filter.sessionId} />
      <Submit text={texts.filter} />
      {isFiltered && (
        <a class="clear" href="/console/trace">
          {texts.clear}
        </a>
      )}
    </form>
  );
}

/** The types by what stands before their dot. */
const groupNames = [...new Set(traceTypes.map(groupOf))];

function groupOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}

function Nothing({ lang, isWhole }: { readonly lang: Language; readonly isWhole: boolean }) {
  const texts = traceTexts(lang);
  return isWhole ? (
    <EmptyList lang={lang} title={texts.emptyTitle} text={texts.emptyText} command="npx sim session create" />
  ) : (
    <EmptyState title={texts.noneTitle} text={texts.noneText} />
  );
}
