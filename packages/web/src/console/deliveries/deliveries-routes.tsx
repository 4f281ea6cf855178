import { deliveryStates } from '@svc-simulator/contract';
import { deliveryPage } from '@svc-simulator/server/deliveries/delivery-list.ts';
import { resendGivenUp } from '@svc-simulator/server/deliveries/resend-given-up.ts';
import { isSoughtDelivery, soughtBy } from '@svc-simulator/server/lists/sought.ts';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { fromCursor } from '../parts/cursor.ts';
import { soughtIn } from '../parts/find-form.tsx';
import { MOST_COUNTED, pageSizeOf } from '../parts/pager.tsx';
import { DeliveriesPage } from './deliveries-page.tsx';
import { receiversIn } from './receivers.ts';
import { deliveriesTexts } from './texts.ts';

/** So many deliveries are counted by receiver. */
const COUNTED = 400;
const spans = { hour: 3_600_000, day: 86_400_000, all: Number.POSITIVE_INFINITY };

/** `/console/deliveries`: the webhooks of all sessions by receiver and state, and what was given up to be sent again. */
export const deliveriesRoutes: readonly PageRoute[] = [
  { path: '/console/deliveries', get: listPage, post: sendAgain },
];

async function listPage({ services, account, lang, now, url }: PageCall): Promise<ConsolePage> {
  const { store } = services.runtime;
  const state = deliveryStates.find((known) => known === url.searchParams.get('state'));
  const sought = soughtBy(soughtIn(url));
  const [page, latest, total] = await Promise.all([
    fromCursor(url, (cursor) =>
      deliveryPage(store, account.id, { limit: pageSizeOf(url), state, sought, ...cursor }),
    ),
    store.list('delivery', account.id, { limit: COUNTED }),
    state || sought ? undefined : store.count('delivery', account.id, { most: MOST_COUNTED }),
  ]);
  return {
    title: deliveriesTexts(lang).title,
    area: 'deliveries',
    body: (
      <DeliveriesPage
        lang={lang}
        url={url}
        clock={account.clock}
        page={page}
        now={now}
        charted={latest.items.filter((each) => !sought || isSoughtDelivery(each, sought))}
        receivers={receiversIn(latest.items)}
        counted={latest.items.length}
        total={total}
        state={state}
      />
    ),
  };
}

async function sendAgain({ services, account, form, now }: PageCall): Promise<PageAnswer> {
  const span = Object.entries(spans).find(([name]) => name === form.get('since'))?.[1] ?? spans.all;
  const receiver = form.get('q') ?? '';
  const filter = { since: now - span, url: receiver };
  const { deliveries, complete } = await resendGivenUp(services.runtime, account.id, filter, {
    asNew: false,
  });
  const shown = new URLSearchParams({
    ...(receiver && { q: receiver }),
    resent: String(deliveries.length),
    ...(!complete && { more: 'yes' }),
  });
  return seeOther(`/console/deliveries?${shown}`);
}
