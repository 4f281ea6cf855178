import { resendDelivery } from '@svc-simulator/contract';
import { reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import { deliveryData, resend } from './resend.ts';

/** What can be done with a delivery (contract section 9.4). */
export function deliveryRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(resendDelivery, async ({ account, body, params }) => {
      const { as_new: asNew = false } = body;
      const resent = await resend(runtime, account.id, params.delivery_id ?? '', { asNew });
      return resent.ok ? reply(deliveryData(resent.value)) : resent;
    }),
  ];
}
