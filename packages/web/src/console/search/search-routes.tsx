import { instantOf, SEARCH_LIMIT, searchedKinds } from '@svc-simulator/contract';
import { translatorFor } from '@svc-simulator/server/http/problem-language.ts';
import { type FoundGroup, searchAccount } from '@svc-simulator/server/search/search.ts';
import { wordsIn } from '@svc-simulator/server/search/search-words.ts';
import { findSession } from '@svc-simulator/server/sessions/session-service.ts';
import type { StoredEvent } from '@svc-simulator/store/store.ts';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { fromCursor } from '../parts/cursor.ts';
import { type EventView, readEvent } from '../trace/event-line-data.ts';
import { SearchPage } from './search-page.tsx';
import { searchTexts } from './texts.ts';

/** Of each kind, and of one that is asked for alone. */
const [SHOWN, SHOWN_ALONE] = [10, 50];
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const ID = /^[0-9a-f-]{36}$/i;

/** `/console/search`: what of the account has the words that somebody looks for. */
export const searchRoutes: readonly PageRoute[] = [{ path: '/console/search', get: searchPage }];

async function searchPage({ services, account, lang, url }: PageCall): Promise<PageAnswer> {
  const { runtime } = services;
  const asked = (name: string) => (url.searchParams.get(name) ?? '').trim();
  const text = asked('q').slice(0, SEARCH_LIMIT);
  const kind = searchedKinds.find((known) => known === asked('kind'));
  const [from, until] = [dayOf(asked('from')), dayOf(asked('until'))];
  const isDirect = ID.test(text) && !asked('cursor');
  const direct = isDirect ? await findSession(runtime, account.id, text.toLowerCase()) : undefined;
  if (direct?.ok) return seeOther(`/console/sessions/${direct.value.id}`);
  const words = wordsIn(text);
  const query = {
    kind,
    from: instantOf(from) ?? 0,
    // To the end of that day.
    until: (instantOf(until) ?? Number.POSITIVE_INFINITY) + DAY_MS,
    limit: kind ? SHOWN_ALONE : SHOWN,
    translate: await translatorFor(lang),
  };
  const groups =
    words &&
    (await fromCursor(url, (cursor) => searchAccount(runtime, account, { ...query, words, ...cursor })));
  return {
    title: searchTexts(lang).title,
    area: null,
    live: null,
    body: (
      <SearchPage
        lang={lang}
        url={url}
        asked={{ text, kind, from, until }}
        pattern={words?.all[0]?.pattern}
        groups={groups}
        events={await eventsIn(groups, (id) => runtime.store.trace.get(account.id, id))}
      />
    ),
  };
}

/** The events that were found, by their ids: what they say of themselves takes all that they tell. */
async function eventsIn(
  groups: readonly FoundGroup[] = [],
  read: (id: number) => Promise<StoredEvent | undefined>,
): Promise<ReadonlyMap<string, EventView>> {
  const items = groups.find(({ kind }) => kind === 'event')?.items ?? [];
  const events = await Promise.all(items.map(({ id }) => read(Number(id))));
  return new Map(events.flatMap((event) => (event ? [[String(event.id), readEvent(event)]] : [])));
}

function dayOf(text: string): string {
  return DAY.test(text) ? text : '';
}
