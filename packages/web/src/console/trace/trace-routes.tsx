import { listed, traceTypes } from '@svc-simulator/contract';
import { presentedJson } from '@svc-simulator/server/trace/presented-event.ts';
import { missingPage } from '../error-pages.tsx';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { idIn } from '../parts/browser-input.ts';
import { SHOWN_BYTES } from '../parts/shown-bytes.ts';
import { readEvent } from './event-line-data.ts';
import { EventPage } from './event-page.tsx';
import { traceTexts } from './texts.ts';
import { TracePage } from './trace-page.tsx';

const PAGE = 50;
/** Longer than any id of a session; a longer text names none. */
const SESSION_LIMIT = 100;

/** `/console/trace`: everything that happened in the account, newest first; and each event by itself. */
export const traceRoutes: readonly PageRoute[] = [
  { path: '/console/trace', get: tracePage },
  { path: '/console/trace/:id', get: eventPage },
];

async function tracePage({ services, account, lang, now, url }: PageCall): Promise<ConsolePage> {
  const types = listed(url.searchParams.get('type') ?? '').filter((type) =>
    traceTypes.some((known) => known === type),
  );
  const sessionId = url.searchParams.get('session')?.trim().slice(0, SESSION_LIMIT) ?? '';
  const after = idIn(url.searchParams.get('cursor'));
  const { items, nextCursor } = await services.runtime.store.trace.page(account.id, {
    order: 'desc',
    limit: PAGE,
    maxBytes: SHOWN_BYTES,
    ...(types.length > 0 && { types }),
    ...(sessionId && { sessionId }),
    ...(after !== undefined && { after }),
  });
  return {
    title: traceTexts(lang).title,
    area: 'trace',
    ...(sessionId && { live: `/console/live?session=${encodeURIComponent(sessionId)}` }),
    body: (
      <TracePage
        lang={lang}
        url={url}
        now={now}
        filter={{ types, sessionId }}
        events={items.map(readEvent)}
        nextCursor={nextCursor}
      />
    ),
  };
}

async function eventPage({ services, account, lang, params }: PageCall): Promise<ConsolePage> {
  const { trace } = services.runtime.store;
  const id = idIn(params.id);
  const event = id === undefined ? undefined : await trace.get(account.id, id);
  if (!event) return missingPage(lang, 'trace');
  const [newer, older] = await Promise.all([
    trace.page(account.id, { order: 'asc', limit: 1, after: event.id }),
    trace.page(account.id, { order: 'desc', limit: 1, after: event.id }),
  ]);
  return {
    title: `${traceTexts(lang).event} ${event.id}`,
    area: 'trace',
    live: null,
    body: (
      <EventPage
        lang={lang}
        event={readEvent({ ...event, json: presentedJson(event) })}
        newerId={newer.items[0]?.id}
        olderId={older.items[0]?.id}
      />
    ),
  };
}
