import * as z from 'zod';
import { flag, shape } from '../fields/fields.ts';
import { lazy, ofConsole, operation } from '../operation.ts';

/** How long a secret that was replaced with `grace` still signs beside the new one. */
export const SECRET_GRACE_MS = 86_400_000;

const webhookSecretData = lazy(() =>
  z.object({
    webhook_secret: z.string().describe('Signs `svc-signature` of every webhook from now on.'),
    previous: z
      .object({
        webhook_secret: z.string().describe('Signs `svc-signature-previous`.'),
        signs_until: z.iso.datetime().describe('By the account’s clock.'),
      })
      .nullable()
      .describe('The former secret, while it signs beside the new one.'),
  }),
);

const shared = { provenance: 'decided', data: webhookSecretData } as const;
const path = '/console/keys/webhook-secret';

/** `GET /console/keys/webhook-secret` (contract section 10, Account life). */
export const getWebhookSecret = operation({
  ...ofConsole.get(path),
  ...shared,
  id: 'getWebhookSecret',
  summary: 'The secret that signs the account’s webhooks',
  title: 'Webhook secret',
});

/** `POST /console/keys/webhook-secret`: a new one. */
export const replaceWebhookSecret = operation({
  ...ofConsole.post(path),
  ...shared,
  id: 'replaceWebhookSecret',
  fullToken: true,
  summary: 'Make a new webhook secret; with `grace` the old one signs beside it for 24 hours',
  body: lazy(() => shape({ grace: flag().exactOptional() })),
  bodyOptional: true,
  example: { grace: true },
  status: 201,
  title: 'Webhook secret replaced',
  notes: [
    'The new secret signs `svc-signature` at once. With `grace`, webhooks of the next 24 hours of the account’s clock carry `svc-signature-previous` too, signed with the secret that was replaced, in the same form; replacing again ends the older one. Retries keep the headers that they were emitted with; a resend is signed anew.',
  ],
});
