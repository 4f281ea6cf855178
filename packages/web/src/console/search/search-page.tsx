import { SEARCH_LIMIT, type SearchedKind, searchedKinds } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { FoundGroup, FoundItem } from '@svc-simulator/server/search/search.ts';
import { Choice } from '../parts/choice.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
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
}

/** What was found, by kind. */
export function SearchPage({ lang, url, asked, groups }: SearchProps) {
  const texts = searchTexts(lang);
  const { text, kind, from, until } = asked;
  return (
    <>
      <header class="page-head">
        <h1>{texts.title}</h1>
        <p class="lead">{texts.lead}</p>
      </header>
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
          <div class="field">
            <label for={name}>{texts[name]}</label>
            <input id={name} name={name} type="date" value={value} />
          </div>
        ))}
        <button type="submit" class="button primary">
          {texts.title}
        </button>
      </form>
      {groups && (
        <Choice
          label={texts.kind}
          name="kind"
          url={url}
          chosen={kind}
          options={[[undefined, texts.all], ...searchedKinds.map((one) => [one, texts.kinds[one]] as const)]}
        />
      )}
      {groups === undefined && <EmptyState title={texts.emptyTitle} text={texts.emptyText} />}
      {groups?.length === 0 && <EmptyState title={texts.noneTitle} text={texts.noneText} />}
      {groups?.map((group) => (
        <Group lang={lang} url={url} group={group} isAlone={kind !== undefined} />
      ))}
    </>
  );
}

interface GroupProps {
  readonly lang: Language;
  readonly url: URL;
  readonly group: FoundGroup;
  readonly isAlone: boolean;
}

function Group({ lang, url, group, isAlone }: GroupProps) {
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
          <Item kind={kind} item={item} />
        ))}
      </ul>
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
    </section>
  );
}

function Item({ kind, item }: { readonly kind: SearchedKind; readonly item: FoundItem }) {
  const path = pathOf(kind, item);
  const { title, id, state, at, field, text } = item;
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
          {state && <Tag tone="plain" text={state} />}
          <span class="soft small">
            <Time atMs={Date.parse(at)} />
          </span>
        </span>
      </p>
      <p class="soft small clamp">
        {title !== id && <code>{id}</code>}
        {text !== title && text !== id && (
          <>
            {' '}
            {field}: {text}
          </>
        )}
      </p>
    </li>
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
