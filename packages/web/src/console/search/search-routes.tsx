import { findCalls, showCalls } from '@svc-simulator/server/calls/call-pages.ts';
import { presentedCall } from '@svc-simulator/server/calls/presented-call.ts';
import { deliveryPage } from '@svc-simulator/server/deliveries/delivery-list.ts';
import { sessionPage } from '@svc-simulator/server/deliveries/session-webhooks.ts';
import { translatorFor } from '@svc-simulator/server/http/problem-language.ts';
import { type Sought, soughtBy } from '@svc-simulator/server/lists/sought.ts';
import type { Child } from 'hono/jsx';
import { bilingual } from '../../kit/bilingual.ts';
import { CallRows } from '../calls/calls-page.tsx';
import { DeliveryRows } from '../deliveries/delivery-rows.tsx';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { SHOWN_BYTES } from '../parts/browser-input.ts';
import { FindForm, soughtIn } from '../parts/find-form.tsx';
import { EmptyState } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SessionRows } from '../sessions/session-list.tsx';
import { textsOf } from '../texts.ts';

/** Of each list. */
const SHOWN = 10;

/** `/console/search`: what the lists of sessions, deliveries and calls answer to the same `q`. */
export const searchRoutes: readonly PageRoute[] = [{ path: '/console/search', get: searchPage }];

interface Found {
  readonly list: 'sessions' | 'deliveries' | 'calls';
  /** Undefined when there are none. */
  readonly rows: Child | undefined;
  readonly nextCursor: string | null;
}

async function searchPage(call: PageCall): Promise<PageAnswer> {
  const { lang, url } = call;
  const texts = searchTexts(lang);
  const sought = soughtBy(soughtIn(url));
  const answer = sought && (await ask(call, sought));
  if (answer instanceof Response) return answer;
  const found = answer?.filter(({ rows, nextCursor }) => rows !== undefined || nextCursor !== null);
  return {
    title: texts.title,
    area: null,
    live: null,
    body: (
      <>
        <PageHead title={texts.title} lead={texts.lead}>
          <FindForm label={texts.label} url={url} />
        </PageHead>
        {found === undefined && <EmptyState title={texts.emptyTitle} text={texts.emptyText} />}
        {found?.length === 0 && <EmptyState title={texts.noneTitle} text={texts.noneText} />}
        {found?.map((one) => (
          <Part call={call} found={one} />
        ))}
      </>
    ),
  };
}

/** What the three lists have; the way to a session that was named by its whole id. */
async function ask(call: PageCall, sought: Sought): Promise<readonly Found[] | Response> {
  const { services, account, lang } = call;
  const { store, calls } = services.runtime;
  const query = { limit: SHOWN, sought };
  const [sessions, deliveries, translate] = await Promise.all([
    sessionPage(store, account.id, query),
    deliveryPage(store, account.id, query),
    translatorFor(lang),
  ]);
  const [first] = sessions.items;
  if (first?.session.id === sought.id) return seeOther(`/console/sessions/${sought.id}`);
  const asked = await findCalls(calls, account.id, { ...query, order: 'desc', maxBytes: SHOWN_BYTES });
  const shown = await showCalls(asked.items, (one) => presentedCall(one, translate));
  return [
    {
      list: 'sessions',
      rows: first && <SessionRows lang={lang} sessions={sessions.items} />,
      nextCursor: sessions.nextCursor,
    },
    {
      list: 'deliveries',
      rows:
        deliveries.items.length > 0 ? (
          <DeliveryRows lang={lang} deliveries={deliveries.items} clock={account.clock} />
        ) : undefined,
      nextCursor: deliveries.nextCursor,
    },
    {
      list: 'calls',
      rows: shown.length > 0 ? <CallRows lang={lang} calls={shown} /> : undefined,
      nextCursor: asked.nextCursor,
    },
  ];
}

/** What one list has, and the way to the rest of it. */
function Part({ call: { lang, url }, found }: { readonly call: PageCall; readonly found: Found }) {
  const texts = searchTexts(lang);
  const { list, rows, nextCursor } = found;
  const heading = `found-${list}`;
  const rest = new URLSearchParams({ q: soughtIn(url), ...(!rows && nextCursor && { cursor: nextCursor }) });
  return (
    <section class="panel stack" aria-labelledby={heading}>
      <h2 id={heading}>{textsOf(lang).areas[list]}</h2>
      {rows}
      {nextCursor !== null && (
        <p class="small">
          <a href={`/console/${list}?${rest}`}>{rows ? texts.more : texts.older}</a>
        </p>
      )}
    </section>
  );
}

const spanish = {
  title: 'Buscar',
  lead: 'En las sesiones, sus entregas y las llamadas a la API: un identificador, un id o su comienzo, un monto, lo que escribió el pagador, una URL.',
  label: 'Buscar en la cuenta',
  more: 'Ver todas',
  older: 'Buscar en las más viejas',
  noneTitle: 'Nada es así',
  noneText: 'Prueba con una parte del texto.',
  emptyTitle: '¿Qué buscas?',
  emptyText: 'Por ejemplo un identificador, los primeros caracteres de un id, 25,50, una cédula o una URL.',
};

const english: typeof spanish = {
  title: 'Find',
  lead: 'In sessions, their deliveries and the calls of the API: an identifier, an id or its beginning, an amount, what the payer typed, a URL.',
  label: 'Find in the account',
  more: 'See all',
  older: 'Look at older ones',
  noneTitle: 'Nothing is like that',
  noneText: 'Try a part of the text.',
  emptyTitle: 'What are you looking for?',
  emptyText: 'For example an identifier, the first characters of an id, 25.50, a cédula or a URL.',
};

const searchTexts = bilingual(spanish, english);
