import type { AccountRecord } from '@svc-simulator/core';
import { undeliveredOf } from '@svc-simulator/server/deliveries/undelivered.ts';
import { progressOf } from '@svc-simulator/server/practices/progress.ts';
import type { Store } from '@svc-simulator/store/store.ts';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { readEvent } from '../parts/event-line-data.ts';
import { Overview } from './overview.tsx';
import { overviewTexts } from './texts.ts';
import { isStopped } from './troubles.tsx';

const SESSIONS = 5;
const EVENTS = 8;
/** Among so many deliveries are those looked for that wait for a clock that stands still. */
const LATEST = 50;
/** What went wrong longer ago is no news. */
const NEWS_MS = 86_400_000;

/** `/console`: what happened lately, what went wrong, and what to do next. */
export const overviewRoutes: readonly PageRoute[] = [{ path: '/console', get: overviewPage }];

async function overviewPage({ services, account, lang, now, url }: PageCall): Promise<ConsolePage> {
  const { store } = services.runtime;
  const [sessions, agreements, events, undelivered, waiting, progress] = await Promise.all([
    store.list('session', account.id, { limit: SESSIONS }),
    store.list('agreement', account.id, { limit: 1 }),
    store.trace.page(account.id, { order: 'desc', limit: EVENTS }),
    undeliveredOf(store, account.id),
    waitingFor(store, account),
    progressOf(services.runtime, account.id),
  ]);
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
        clock={account.clock}
        trouble={{
          givenUp: undelivered.filter(({ updatedAt }) => now - updatedAt < NEWS_MS),
          waiting,
          scheduled: sessions.items.filter(({ accreditationDue }) =>
            isStopped(account.clock, accreditationDue?.at),
          ),
        }}
        progress={progress}
      />
    ),
  };
}

/** The latest deliveries that do not go out while the account's clock stands still. */
async function waitingFor(store: Store, { id, clock }: AccountRecord) {
  if (!clock || clock.frozenAt === null) return [];
  const { items } = await store.list('delivery', id, { limit: LATEST });
  return items.filter(({ nextAttemptAt }) => isStopped(clock, nextAttemptAt));
}
