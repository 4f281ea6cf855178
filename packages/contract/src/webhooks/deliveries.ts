import * as z from 'zod';
import { choice, decidedHere, flag, lazyObject, lazyShape, optionalText } from '../fields/fields.ts';
import { instant } from '../fields/instants.ts';
import { byWhom } from '../made-by.ts';
import { lazy, ofConsole, ofControl } from '../operation.ts';
import { counting, cursor, limit, sought } from '../pages.ts';

const routes = ['loopback', 'relay', 'direct'] as const;

/** A delivery as its resend answers it. */
export const deliveryData = lazyObject(() => ({
  delivery_id: z.uuid(),
  session_id: z.uuid(),
  event: z.string(),
  url: z.string(),
  route: z.enum(routes),
  idempotency_key: z.uuid(),
  resend_of: z.uuid().nullable(),
  created_at: z.iso.datetime(),
}));

/** `POST /control/deliveries/{delivery_id}/resend`: the same webhook again, newly signed (contract section 9.4). */
export const resendDelivery = ofControl.post('resendDelivery', '/control/deliveries/{delivery_id}/resend', {
  body: lazyShape(() => ({ as_new: flag().exactOptional() })),
  bodyOptional: true,
  example: { as_new: false },
  data: deliveryData,
  status: 201,
  title: 'Webhook sent again',
  problems: [404, 409],
});

/** Most webhooks that one call sends again. */
export const RESEND_MAX = 200;

/** `POST /control/deliveries/resend`: every webhook that was given up and that nobody has sent again since. */
export const resendDeliveries = ofControl.post('resendDeliveries', '/control/deliveries/resend', {
  body: lazyShape(() => ({
    since: instant().meta({ means: 'field.since' }).exactOptional(),
    url: optionalText().meta({ means: 'field.url.deliverie' }),
    as_new: flag().exactOptional(),
  })),
  bodyOptional: true,
  example: { since: '2030-12-31T00:00:00Z' },
  data: lazyObject(() => ({
    resent: z.int(),
    complete: z.boolean().meta({ means: 'field.complete' }),
    deliveries: z.array(deliveryData()).meta({ means: 'field.deliveries' }),
  })),
  status: 201,
  title: 'Webhooks sent again',
});

/** What became of a delivery; `healed`: it was given up, and the same webhook arrived later. */
export const deliveryStates = ['open', 'delivered', 'gave_up', 'healed', 'probed'] as const;
export type DeliveryStateName = (typeof deliveryStates)[number];

/** `GET /console/deliveries`: webhooks on their way to receivers, of all sessions, newest first. */
export const listDeliveries = ofConsole.get('listDeliveries', '/console/deliveries', {
  query: lazyObject(() => ({
    state: choice(deliveryStates).meta(decidedHere).exactOptional(),
    by: byWhom(),
    q: sought().meta({ means: 'field.q.deliverie' }),
    limit: limit(),
    cursor: cursor(),
    total: counting(),
  })),
  data: lazy(() =>
    z.array(
      deliveryData().extend({
        identifier: z.string().nullable(),
        state: z.enum(deliveryStates),
        healed_by: z.uuid().nullable().meta({ means: 'field.healed_by' }),
        attempts: z.int().meta({ means: 'field.attempts' }),
        next_attempt_at: z.iso.datetime().nullable(),
        stopped: z.boolean(),
        last_attempt: z
          .object({
            status: z.int().nullable().meta({ means: 'field.status.deliverie' }),
            error: z.string().nullable(),
            duration_ms: z.number().meta({ means: 'field.duration_ms' }),
            cause: z.string().nullable().meta({ means: 'field.cause' }),
          })
          .nullable(),
      }),
    ),
  ),
  title: 'Deliveries',
  paged: true,
  counted: 'asked',
});
