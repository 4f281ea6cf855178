import * as z from 'zod';
import { flag, shape } from '../fields/fields.ts';
import { lazy, operation } from '../operation.ts';

/** A delivery as its resend answers it. */
export const deliveryData = lazy(() =>
  z.object({
    delivery_id: z.uuid(),
    session_id: z.uuid(),
    event: z.string(),
    url: z.string(),
    route: z.enum(['loopback', 'relay', 'direct']),
    idempotency_key: z.uuid(),
    resend_of: z.uuid().nullable(),
    created_at: z.iso.datetime(),
  }),
);

/** `POST /control/deliveries/{delivery_id}/resend`: the same webhook again, newly signed (contract section 9.4). */
export const resendDelivery = operation({
  id: 'resendDelivery',
  method: 'POST',
  path: '/control/deliveries/{delivery_id}/resend',
  aliases: [{ path: '/__test__/deliveries/{delivery_id}/resend', provenance: 'decided' }],
  family: 'control',
  auth: 'api',
  summary: 'Send a webhook again, signed with a new timestamp',
  provenance: 'decided',
  body: lazy(() => shape({ as_new: flag().exactOptional() })),
  bodyOptional: true,
  example: { as_new: false },
  data: deliveryData,
  status: 201,
  title: 'Webhook sent again',
  problems: [404, 409],
  notes: [
    {
      provenance: 'decided',
      summary:
        'A resend is a delivery of its own with the whole ladder, marked `resend_of` in the trace: same body, same idempotency key, or a fresh one with `as_new`. Probes can’t be sent again (409).',
    },
  ],
});
