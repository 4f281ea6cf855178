import { instantOf, listDeliveries, resendDeliveries, resendDelivery } from '@svc-simulator/contract';
import { EXAMINATION } from '@svc-simulator/core';
import { presented, reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import { MOST_COUNTED } from '../lists/filtered-page.ts';
import { soughtBy } from '../lists/sought.ts';
import type { Runtime } from '../runtime.ts';
import { deliveryPage, identifiersOf, listedData } from './delivery-list.ts';
import { deliveryData, resend } from './resend.ts';
import { resendGivenUp } from './resend-given-up.ts';

/** What can be seen of deliveries, and done with them (contract section 9.4). */
export function deliveryRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(resendDelivery, async ({ account, body, params }) => {
      const { as_new: asNew = false } = body;
      return presented(await resend(runtime, account.id, params.delivery_id ?? '', { asNew }), deliveryData);
    }),
    route(resendDeliveries, async ({ account, body }) => {
      const { since = '', url = '', as_new: asNew = false } = body;
      const filter = { since: instantOf(since) ?? 0, url };
      const { deliveries, complete } = await resendGivenUp(runtime, account.id, filter, { asNew });
      return reply({ resent: deliveries.length, complete, deliveries: deliveries.map(deliveryData) });
    }),
    route(listDeliveries, async ({ account, query }) => {
      const asked = { ...query, sought: soughtBy(query.q) };
      const count = (tag?: string) =>
        runtime.store.count('delivery', account.id, { tag, most: MOST_COUNTED });
      const counts = query.total && !query.state && !asked.sought;
      const [{ items, nextCursor }, all, examined] = await Promise.all([
        deliveryPage(runtime.store, account.id, asked),
        counts ? count() : undefined,
        counts ? count(EXAMINATION) : 0,
      ]);
      const totals = { all, examination: examined, program: undefined, tool: undefined };
      const total = query.by ? totals[query.by] : all && all - examined;
      const identifiers = await identifiersOf(
        runtime.store,
        items.map(({ delivery }) => delivery),
      );
      return reply(
        items.map((listed) => listedData(listed, account.clock, identifiers)),
        { nextCursor, total },
      );
    }),
  ];
}
