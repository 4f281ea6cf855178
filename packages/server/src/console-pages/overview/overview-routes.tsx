import { progressOf } from '../../practices/progress.ts';
import { readEvent } from '../kit/event-line-data.ts';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { Overview } from './overview.tsx';
import { overviewTexts } from './texts.ts';

const SESSIONS = 5;
const EVENTS = 8;
const TROUBLES = 3;
/** What went wrong longer ago is no news. */
const NEWS_MS = 86_400_000;

/** `/console`: what happened lately, what went wrong, and what to do next. */
export const overviewRoutes: readonly PageRoute[] = [{ path: '/console', get: overviewPage }];

async function overviewPage({ services, account, lang, now, url }: PageCall): Promise<ConsolePage> {
  const { store } = services.runtime;
  const [sessions, agreements, events, givenUp, progress] = await Promise.all([
    store.list('session', account.id, { limit: SESSIONS }),
    store.list('agreement', account.id, { limit: 1 }),
    store.trace.page(account.id, { order: 'desc', limit: EVENTS }),
    store.trace.page(account.id, { order: 'desc', limit: TROUBLES, type: 'webhook.gave_up' }),
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
        events={events.map(readEvent)}
        troubles={givenUp.map(readEvent).filter(({ at }) => now - at < NEWS_MS)}
        progress={progress}
      />
    ),
  };
}
