import { isNameOf, SEARCH_LIMIT, type SearchedKind, searchedKinds } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { FoundGroup, FoundItem } from '@svc-simulator/server/search/search.ts';
import { Choice } from '../parts/choice.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Field } from '../parts/field.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { Time } from '../parts/time.tsx';
import { statusTones } from '../parts/wire-words.ts';
import { SessionTag } from '../sessions/session-tag.tsx';
import { eventLine } from '../trace/event-line.tsx';
import type { EventView } from '../trace/event-line-data.ts';
import { fieldWord, stateWord, valueWord } from './found-words.ts';
import { searchTexts } from './texts.ts';

interface SearchProps {
  readonly lang: Language;
  readonly url: URL;
  readonly asked: {
    readonly text: string;
    readonly kind: SearchedKind | undefined;
    readonly from: string;
    readonly until: string;
  };
  /** Undefined when nothing is looked for. */
  readonly groups: readonly FoundGroup[] | undefined;
  /** Of the first word: what it finds is marked. */
  readonly pattern: RegExp | undefined;
  /** By their ids, those that were found. */
  readonly events: ReadonlyMap<string, EventView>;
}

/** What was found, by kind. */
export function SearchPage({ lang, url, asked, groups, ...how }: SearchProps) {
  const texts = searchTexts(lang);
  const { text, kind, from, until } = asked;
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <form method="get" action="/console/search" class="filters search-form">
        {kind && <input type="hidden" name="kind" value={kind} />}
        <div class="field wide">
          <label for="q">{texts.label}</label>
          <input
            id="q"
            name="q"
            type="search"
            maxlength={SEARCH_LIMIT}
            autocomplete="off"
            spellcheck={false}
            value={text}
          />
        </div>
        {(
          [
            ['from', from],
            ['until', until],
          ] as const
        ).map(([name, value]) => (
          <Field name={name} label={texts[name]}>
            <input id={name} name={name} type="date" value={value} />
          </Field>
        ))}
        <Submit kind="primary" text={texts.title} />
      </form>
      {groups && (
        <Choice
          label={texts.kind}
          name="kind"
          url={url}
          chosen={kind}
          all={texts.all}
          values={searchedKinds}
          words={texts.kinds}
        />
      )}
      {groups === undefined && <EmptyState title={texts.emptyTitle} text={texts.emptyText} />}
      {groups?.length === 0 && <EmptyState title={texts.noneTitle} text={texts.noneText} />}
      {groups?.map((group) => (
        <Group lang={lang} url={url} group={group} isAlone={kind !== undefined} {...how} />
      ))}
    </>
  );
}

interface GroupProps extends Pick<SearchProps, 'lang' | 'url' | 'pattern' | 'events'> {
  readonly group: FoundGroup;
  readonly isAlone: boolean;
}

function Group({ lang, url, group, isAlone, pattern, events }: GroupProps) {
  const texts = searchTexts(lang);
  const { kind, found, items, next_cursor: older } = group;
  return (
    <section class="panel stack" aria-labelledby={`found-${kind}`}>
      <div class="spread">
        <h2 id={`found-${kind}`}>{texts.kinds[kind]}</h2>
        <p class="soft small">{texts.found(found, items.length)}</p>
      </div>
      <ul class="found">
        {items.map((item) => (
          <Item
            lang={lang}
            kind={kind}
            item={item}
            pattern={pattern}
            event={kind === 'event' ? events.get(item.id) : undefined}
          />
        ))}
      </ul>
      {(older !== null || (!isAlone && found > items.length)) && (
        <p class="row small">
          {!isAlone && found > items.length && <a href={addressOf(url, kind)}>{texts.only}</a>}
          {older !== null && (
            <>
              <span class="soft">{texts.limited}</span>
              <a rel="next" href={addressOf(url, kind, older)}>
                {texts.older}
              </a>
            </>
          )}
        </p>
      )}
    </section>
  );
}

interface ItemProps extends Pick<SearchProps, 'lang' | 'pattern'> {
  readonly kind: SearchedKind;
  readonly item: FoundItem;
  readonly event: EventView | undefined;
}

function Item({ lang, kind, item, pattern, event }: ItemProps) {
  const path = pathOf(kind, item);
  const { id, state, at, field, text } = item;
  const line = event && eventLine(event, lang);
  const title = line?.title ?? item.title;
  return (
    <li>
      <p class="spread">
        {path ? (
          <a class="clamp" href={path}>
            {title}
          </a>
        ) : (
          <strong class="clamp">{title}</strong>
        )}
        <span class="tags">
          {state && (
            <SessionTag
              tone={kind === 'session' && isNameOf(statusTones, state) ? statusTones[state] : 'plain'}
              word={stateWord(kind, state, lang)}
              wire={state}
            />
          )}
          <span class="soft small">
            <Time atMs={Date.parse(at)} />
          </span>
        </span>
      </p>
      {line?.detail && <p class="small clamp">{line.detail}</p>}
      <p class="soft small clamp">
        {title !== id && <code>{event ? item.title : id}</code>}
        {text !== item.title && text !== id && text !== line?.detail && (
          <>
            {' '}
            {fieldWord(field, lang)}: <Marked text={valueWord(kind, field, text, lang)} pattern={pattern} />
          </>
        )}
      </p>
    </li>
  );
}

/** A text with what was looked for in it marked. */
function Marked({ text, pattern }: { readonly text: string; readonly pattern: RegExp | undefined }) {
  const found = pattern?.exec(text);
  if (!found) return <>{text}</>;
  const end = found.index + found[0].length;
  return (
    <>
      {text.slice(0, found.index)}
      <mark>{found[0]}</mark>
      {text.slice(end)}
    </>
  );
}

/** Where it is shown; undefined of what has no page of its own. */
function pathOf(kind: SearchedKind, { id, session_id: sessionId }: FoundItem): string | undefined {
  switch (kind) {
    case 'session':
      return `/console/sessions/${id}`;
    case 'delivery':
      return `/console/sessions/${sessionId}#d-${id}`;
    case 'transaction':
      return `/console/transactions/${encodeURIComponent(id)}`;
    case 'terminal':
      return '/console/terminals';
    case 'call':
      return `/console/calls/${id}`;
    case 'event':
      return `/console/trace/${id}`;
    default:
      return undefined;
  }
}

/** The same search for one kind, from where it ended. */
function addressOf(url: URL, kind: SearchedKind, cursor?: string): string {
  const parameters = new URLSearchParams(url.search);
  parameters.set('kind', kind);
  if (cursor === undefined) parameters.delete('cursor');
  else parameters.set('cursor', cursor);
  return `/console/search?${parameters}`;
}
