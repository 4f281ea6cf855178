import { callsKept } from '@svc-simulator/contract';
import { undeliveredOf } from '@svc-simulator/server/deliveries/undelivered.ts';
import { progressOf } from '@svc-simulator/server/practices/progress.ts';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { readEvent } from '../trace/event-line-data.ts';
import { Overview } from './overview.tsx';
import { overviewTexts } from './texts.ts';
import { isStopped } from './troubles.tsx';

const SESSIONS = 5;
/** The latest sessions and deliveries: the charts count so many, and among them are those that wait for a clock that stands still. */
const CHARTED = 100;
const EVENTS = 8;
const HOUR_MS = 3_600_000;
/** What went wrong longer ago is no news. */
const NEWS_MS = 86_400_000;

/** `/console`: what happened lately, what went wrong, and what to do next. */
export const overviewRoutes: readonly PageRoute[] = [{ path: '/console', get: overviewPage }];

async function overviewPage({ services, account, lang, now, baseUrl }: PageCall): Promise<ConsolePage> {
  const { store, calls, clock } = services.runtime;
  const [sessions, agreements, events, undelivered, deliveries, progress] = await Promise.all([
    store.list('session', account.id, { limit: CHARTED }),
    store.list('agreement', account.id, { limit: 1 }),
    store.trace.page(account.id, { order: 'desc', limit: EVENTS }),
    undeliveredOf(store, account.id),
    store.list('delivery', account.id, { limit: CHARTED }),
    progressOf(services.runtime, account.id),
  ]);
  const latest = sessions.items.slice(0, SESSIONS);
  const refused = calls.page(account.id, {
    onlyErrors: true,
    since: clock.now() - HOUR_MS,
    order: 'desc',
    limit: callsKept.calls,
    maxBytes: Number.POSITIVE_INFINITY,
  });
  return {
    title: overviewTexts(lang).title,
    area: 'overview',
    body: (
      <Overview
        lang={lang}
        now={now}
        start={{
          baseUrl,
          isDemo: account.demoAgreementId !== undefined,
          agreementId: agreements.items[0]?.id,
        }}
        sessions={latest}
        charted={{ sessions: sessions.items, deliveries: deliveries.items }}
        events={events.items.map(readEvent)}
        clock={account.clock}
        refusedCalls={refused.items.length}
        trouble={{
          givenUp: undelivered.filter(({ updatedAt }) => now - updatedAt < NEWS_MS),
          waiting: deliveries.items.filter(({ nextAttemptAt }) => isStopped(account.clock, nextAttemptAt)),
          scheduled: latest.filter(({ accreditationDue }) => isStopped(account.clock, accreditationDue?.at)),
        }}
        progress={progress}
      />
    ),
  };
}
