import { sessionView } from '@svc-simulator/contract';
import type { SessionRecord } from '@svc-simulator/core';
import { problemTexts, toldRefusal } from '@svc-simulator/server/http/problem-words.ts';
import { findSession } from '@svc-simulator/server/sessions/session-service.ts';
import { missingPage } from '../error-pages.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { fromCursor, idIn } from '../parts/browser-input.ts';
import { listPage } from '../views/list-page.tsx';
import { type ActionResult, act } from './session-actions.ts';
import { SessionPage, type SessionPageProps } from './session-page.tsx';
import { readSession } from './session-reading.ts';

/** `/console/sessions`: the sessions of the account, and each by itself with everything that can be done with it. */
export const sessionRoutes: readonly PageRoute[] = [
  { path: '/console/sessions', get: (call) => listPage(call, sessionView, { area: 'sessions' }) },
  {
    path: '/console/sessions/:id',
    get: (call) => withSession(call, (session) => onePage(call, session)),
    post: (call) =>
      withSession(call, async (session) => {
        const result = await act(call, session.id);
        if (result === null) return missingPage(call.t, 'sessions');
        if ('done' in result) return shownAt(session.id, result.done, result.part);
        return withSession(call, async (now) => onePage(call, now, await faultOf(call, result)));
      }),
  },
];

async function onePage(
  { services, account, t, url }: PageCall,
  session: SessionRecord,
  fault?: SessionPageProps['fault'],
): Promise<ConsolePage> {
  const { store, settings } = services.runtime;
  const before = idIn(url.searchParams.get('before'));
  const reading = await fromCursor(url, (cursor) =>
    readSession(store, account, session, { ...cursor, ...(before !== undefined && { before }) }),
  );
  return {
    title: `${t('console.sessions.page.title')} ${session.fields.identifier}`,
    area: 'sessions',
    live: `/console/live?session=${session.id}`,
    ...(fault && { status: 409 }),
    body: <SessionPage t={t} url={url} publicUrl={settings.publicUrl} reading={reading} fault={fault} />,
  };
}

/** The page of a session of the account, or the page that says there is none. */
async function withSession(
  { services, account, t, params }: PageCall,
  answer: (session: SessionRecord) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const found = await findSession(services.runtime, account.id, params.id ?? '');
  return found.ok ? answer(found.value) : missingPage(t, 'sessions');
}

/** Sends the browser back to the session, to the part where the change is seen. */
function shownAt(sessionId: string, done: string, part: string | undefined): Response {
  const answer = seeOther(`/console/sessions/${sessionId}`, done);
  if (part) answer.headers.set('location', `${answer.headers.get('location')}#${part}`);
  return answer;
}

async function faultOf(
  { t }: PageCall,
  { refused, refusal }: Extract<ActionResult, { refused: unknown }>,
): Promise<NonNullable<SessionPageProps['fault']>> {
  const texts = {
    outcome: t('console.sessions.outcomes.refused'),
    resend: t('console.delivery.resendRefused'),
    probe: t('console.delivery.probes.refused'),
  };
  return { text: texts[refused], detail: toldRefusal(await problemTexts(t.lang), refusal).detail };
}
