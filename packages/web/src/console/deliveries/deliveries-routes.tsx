import { resendGivenUp } from '@svc-simulator/server/deliveries/resend-given-up.ts';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { deliveriesPage } from './deliveries-page.tsx';

const spans = { hour: 3_600_000, day: 86_400_000, all: Number.POSITIVE_INFINITY };

/** `/console/deliveries`: the webhooks of all sessions by receiver and state, and what was given up to be sent again. */
export const deliveriesRoutes: readonly PageRoute[] = [
  { path: '/console/deliveries', get: deliveriesPage, post: sendAgain },
];

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
