import { forceOutcome, resendDelivery, sendProbe, sessionView } from '@svc-simulator/contract';
import { missingPage } from '../error-pages.tsx';
import {
  type ConsolePage,
  idIn,
  type PageAnswer,
  type PageCall,
  type PageRoute,
  type Refused,
  seeOther,
} from '../page-call.ts';
import { listPage } from '../views/list-page.tsx';
import { SessionPage } from './session-page.tsx';

/** `/console/sessions`: the sessions of the account, and each by itself with everything that can be done with it. */
export const sessionRoutes: readonly PageRoute[] = [
  { path: '/console/sessions', get: (call) => listPage(call, sessionView, { area: 'sessions' }) },
  {
    path: '/console/sessions/:session_id',
    get: (call) => onePage(call),
    post: act,
  },
];

async function onePage(
  { services, account, t, params, url }: PageCall,
  refused?: Refused,
): Promise<ConsolePage> {
  const reading = await services.session(account, params.session_id ?? '', {
    cursor: url.searchParams.get('cursor') ?? undefined,
    before: idIn(url.searchParams.get('before')),
  });
  if (!reading) return missingPage(t, 'sessions');
  const { session } = reading;
  const { publicUrl } = services.settings;
  return {
    title: `${t('field.label.session_id')} ${session.fields.identifier}`,
    area: 'sessions',
    live: `/console/live?session=${session.id}`,
    ...(refused && { status: 409 }),
    body: <SessionPage url={url} publicUrl={publicUrl} reading={reading} fault={refused?.detail} />,
  };
}

/** Does what a button of the page asks for, and sends the browser to the part of the page where the change is seen. */
async function act(call: PageCall): Promise<PageAnswer> {
  const { perform, form, params, t } = call;
  const { session_id = '' } = params;
  const seen = (done: string, part?: string) => seeOther(`/console/sessions/${session_id}`, done, part);
  const refused = (why: Refused) => onePage(call, why);
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
