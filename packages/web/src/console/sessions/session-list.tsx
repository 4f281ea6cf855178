import {
  expireSession,
  forceOutcome,
  listDeliveries,
  RESEND_MAX,
  sessionView,
} from '@svc-simulator/contract';
import { LinkButton } from '../../kit/parts.tsx';
import { latestPerWebhook } from '../deliveries/latest-per-webhook.ts';
import { type PageAnswer, type PageCall, type PageRoute, rowsIn, seeOther } from '../page-call.ts';
import { pathOfPart } from '../simulate/typed.ts';
import { renderListPage } from '../views/list-page.tsx';
import { pickedRowIds, resendEach, runForEach } from '../views/picked-rows.ts';
import { exportRows } from '../views/row-export.ts';

export const sessionListRoutes: readonly PageRoute[] = [
  { path: '/console/sessions', get: sessionList, post: runOnSessions },
];

function sessionList(call: PageCall): PageAnswer | Promise<PageAnswer> {
  const { t, url } = call;
  if (url.searchParams.has('as')) return exportRows(call, sessionView);
  return renderListPage(call, sessionView, {
    area: 'sessions',
    selectionActions: ['pay', 'expire', 'resend'],
    create: <LinkButton kind="primary" href={pathOfPart('session')} text={t('console.sessions.new')} />,
  });
}

async function runOnSessions(call: PageCall): Promise<PageAnswer> {
  const { perform, form, url } = call;
  const ids = pickedRowIds(call);
  switch (form.get('do')) {
    case 'pay':
      return runForEach(call, 'rows_paid', ids, (session_id) =>
        perform(forceOutcome, { params: { session_id }, body: { leg: 1, outcome: 'paid' } }),
      );
    case 'expire':
      return runForEach(call, 'rows_expired', ids, (session_id) =>
        perform(expireSession, { params: { session_id } }),
      );
    case 'resend': {
      const query = { state: 'gave_up', by: 'all', limit: '1000' };
      const abandoned = latestPerWebhook(rowsIn(await perform(listDeliveries, { query })));
      const deliveries = abandoned.filter(({ session_id }) => ids.includes(session_id));
      return resendEach(
        call,
        deliveries.slice(0, RESEND_MAX).map((delivery) => delivery.delivery_id),
      );
    }
    default:
      return seeOther(url.pathname);
  }
}
