import { forceOutcome, resendDelivery, sendProbe, sessionView } from '@svc-simulator/contract';
import type { SessionRecord } from '@svc-simulator/core';
import { readSession } from '@svc-simulator/server/deliveries/session-reading.ts';
import { findSession } from '@svc-simulator/server/sessions/session-service.ts';
import { missingPage } from '../error-pages.tsx';
import {
  type ConsolePage,
  type PageAnswer,
  type PageCall,
  type PageRoute,
  type Refused,
  seeOther,
} from '../page-call.ts';
import { idIn } from '../parts/browser-input.ts';
import { listPage } from '../views/list-page.tsx';
import { SessionPage } from './session-page.tsx';

/** `/console/sessions`: the sessions of the account, and each by itself with everything that can be done with it. */
export const sessionRoutes: readonly PageRoute[] = [
  { path: '/console/sessions', get: (call) => listPage(call, sessionView, { area: 'sessions' }) },
  {
    path: '/console/sessions/:session_id',
    get: (call) => withSession(call, (session) => onePage(call, session)),
    post: (call) => withSession(call, () => act(call)),
  },
];

async function onePage(
  { services, account, t, url }: PageCall,
  session: SessionRecord,
  refused?: Refused,
): Promise<ConsolePage> {
  const { store, settings } = services.runtime;
  const reading = await readSession(store, account, session, {
    cursor: url.searchParams.get('cursor') ?? undefined,
    before: idIn(url.searchParams.get('before')),
  });
  return {
    title: `${t('field.label.session_id')} ${session.fields.identifier}`,
    area: 'sessions',
    live: `/console/live?session=${session.id}`,
    ...(refused && { status: 409 }),
    body: (
      <SessionPage t={t} url={url} publicUrl={settings.publicUrl} reading={reading} fault={refused?.detail} />
    ),
  };
}

/** The page of a session of the account, or the page that says there is none. */
async function withSession(
  { services, account, t, params }: PageCall,
  answer: (session: SessionRecord) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const found = await findSession(services.runtime, account.id, params.session_id ?? '');
  return found.ok ? answer(found.value) : missingPage(t, 'sessions');
}

/** Does what a button of the page asks for, and sends the browser to the part of the page where the change is seen. */
async function act(call: PageCall): Promise<PageAnswer> {
  const { perform, form, params, t } = call;
  const { session_id = '' } = params;
  const seen = (done: string, part?: string) => seeOther(`/console/sessions/${session_id}`, done, part);
  const refused = (why: Refused) => withSession(call, (session) => onePage(call, session, why));
  const what = form.get('do');
  if (what === 'outcome') {
    const outcome = form.get('outcome');
    const forced = await perform(forceOutcome, { params, body: { leg: Number(form.get('leg')), outcome } });
    return forced.ok ? seen(`outcome_${outcome}`) : refused(forced);
  }
  if (what === 'probe') {
    const sent = await perform(sendProbe, { body: { session_id, kind: form.get('kind') } });
    if (!sent.ok) return refused(sent);
    return seen(sent.data.passed === null ? 'probe_sent' : 'probe_answered', 'probes');
  }
  if (what !== 'resend' && what !== 'resend_as_new') return missingPage(t, 'sessions');
  const asNew = what === 'resend_as_new';
  const delivery = { delivery_id: form.get('delivery') ?? '' };
  const resent = await perform(resendDelivery, { params: delivery, body: { as_new: asNew } });
  if (!resent.ok) return refused(resent);
  return seen(asNew ? 'sent_as_new' : 'resent', `d-${resent.data.delivery_id}`);
}
