import { undeliveredOf } from '@svc-simulator/server/deliveries/undelivered.ts';
import { progressOf } from '@svc-simulator/server/practices/progress.ts';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { readEvent } from '../parts/event-line-data.ts';
import { Overview } from './overview.tsx';
import { overviewTexts } from './texts.ts';

const SESSIONS = 5;
const EVENTS = 8;
const TROUBLES = 3;
/** Among so many webhooks that were given up are those that are still not delivered looked for. */
const GIVEN_UP = 50;
/** What went wrong longer ago is no news. */
const NEWS_MS = 86_400_000;

/** `/console`: what happened lately, what went wrong, and what to do next. */
export const overviewRoutes: readonly PageRoute[] = [{ path: '/console', get: overviewPage }];

async function overviewPage({ services, account, lang, now, url }: PageCall): Promise<ConsolePage> {
  const { store } = services.runtime;
  const [sessions, agreements, events, givenUp, undelivered, progress] = await Promise.all([
    store.list('session', account.id, { limit: SESSIONS }),
    store.list('agreement', account.id, { limit: 1 }),
    store.trace.page(account.id, { order: 'desc', limit: EVENTS }),
    store.trace.page(account.id, { order: 'desc', limit: GIVEN_UP, types: ['webhook.gave_up'] }),
    undeliveredOf(store, account.id),
    progressOf(services.runtime, account.id),
  ]);
  const open = new Set(undelivered.map(({ id }) => id));
  const troubles = givenUp.items
    .map(readEvent)
    .filter(({ at, data }) => now - at < NEWS_MS && open.has(data.delivery_id ?? ''));
  return {
    title: overviewTexts(lang).title,
    area: 'overview',
    body: (
      <Overview
        lang={lang}
        now={now}
        start={{
          origin: url.origin,
          isDemo: account.demoAgreementId !== undefined,
          agreementId: agreements.items[0]?.id,
        }}
        sessions={sessions.items}
        events={events.items.map(readEvent)}
        troubles={troubles.slice(0, TROUBLES)}
        progress={progress}
      />
    ),
  };
}
