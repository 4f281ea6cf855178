import * as z from 'zod';
import { choice, decidedHere, flag, optionalText, shape } from '../fields/fields.ts';
import { instant } from '../fields/instants.ts';
import { lazy, ofConsole, ofControl, operation } from '../operation.ts';
import { cursor, limit, sought } from '../pages.ts';

const routes = ['loopback', 'relay', 'direct'] as const;

/** A delivery as its resend answers it. */
export const deliveryData = lazy(() =>
  z.object({
    delivery_id: z.uuid(),
    session_id: z.uuid(),
    event: z.string(),
    url: z.string(),
    route: z.enum(routes),
    idempotency_key: z.uuid(),
    resend_of: z.uuid().nullable(),
    created_at: z.iso.datetime(),
  }),
);

/** `POST /control/deliveries/{delivery_id}/resend`: the same webhook again, newly signed (contract section 9.4). */
export const resendDelivery = operation({
  ...ofControl.post('/control/deliveries/{delivery_id}/resend'),
  id: 'resendDelivery',
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
    'A resend is a delivery of its own with the whole ladder, marked `resend_of` in the trace: same body, same idempotency key, or a fresh one with `as_new`. Probes can’t be sent again (409).',
  ],
});

/** Most webhooks that one call sends again. */
export const RESEND_MAX = 200;

/** `POST /control/deliveries/resend`: every webhook that was given up and that nobody has sent again since. */
export const resendDeliveries = operation({
  ...ofControl.post('/control/deliveries/resend'),
  id: 'resendDeliveries',
  summary: 'Send all webhooks again that were given up, and not sent again since',
  provenance: 'decided',
  body: lazy(() =>
    shape({
      since: instant().describe('Only those that were emitted at this time or later.').exactOptional(),
      url: optionalText().describe('Only those to an address that contains this.'),
      as_new: flag().exactOptional(),
    }),
  ),
  bodyOptional: true,
  example: { since: '2030-12-31T00:00:00Z' },
  data: lazy(() =>
    z.object({
      resent: z.int(),
      complete: z.boolean().describe('false: there may be more; the same call sends the next ones.'),
      deliveries: z.array(deliveryData()).describe('Oldest first.'),
    }),
  ),
  status: 201,
  title: 'Webhooks sent again',
  notes: [
    `One call sends the latest ${RESEND_MAX} at most again, the oldest of them first; what was sent again already, or has arrived since, is left out.`,
  ],
});

/** What became of a delivery; `healed`: it was given up, and the same webhook arrived later. */
export const deliveryStates = ['open', 'delivered', 'gave_up', 'healed', 'probed'] as const;
export type DeliveryStateName = (typeof deliveryStates)[number];

/** `GET /console/deliveries`: webhooks on their way to receivers, of all sessions, newest first. */
export const listDeliveries = operation({
  ...ofConsole.get('/console/deliveries'),
  id: 'listDeliveries',
  summary: 'Deliveries of webhooks of all sessions, newest first',
  provenance: 'decided',
  query: lazy(() =>
    z.object({
      state: choice(deliveryStates).meta(decidedHere).exactOptional(),
      q: sought().describe(
        'Only those that have this text, in either case: in the URL; as the beginning of the id, of the session’s, or of the idempotency key.',
      ),
      limit: limit(),
      cursor: cursor(),
    }),
  ),
  data: lazy(() =>
    z.array(
      deliveryData().extend({
        state: z.enum(deliveryStates),
        healed_by: z.uuid().nullable().describe('Of a healed one: the delivery that arrived.'),
        attempts: z.int().describe('Those that have ended.'),
        next_attempt_at: z.iso.datetime().nullable(),
        last_attempt: z
          .object({
            status: z.int().nullable().describe('null: no answer came.'),
            error: z.string().nullable(),
            duration_ms: z.number().describe('Of the receiver’s answer.'),
            cause: z
              .string()
              .nullable()
              .describe('The likeliest reason of a failure, such as `signature_secret` or `too_slow`.'),
          })
          .nullable(),
      }),
    ),
  ),
  title: 'Deliveries',
  paged: true,
  notes: [
    'With a filter, a page looks at 5 000 deliveries at most; it may be empty and have a `next_cursor`, which goes on with older ones.',
  ],
});
