import * as z from 'zod';
import { DAY_MS } from '../fields/durations.ts';
import { flag, lazyObject, lazyShape } from '../fields/fields.ts';
import { ofConsole } from '../operation.ts';

/** Time that a secret replaced with `grace` continues to sign. */
export const SECRET_GRACE_MS = DAY_MS;

const webhookSecretData = lazyObject(() => ({
  webhook_secret: z.string().meta({ means: 'field.webhook_secret' }),
  previous: z
    .object({
      webhook_secret: z.string().meta({ means: 'field.webhook_secret.webhook_secret' }),
      signs_until: z.iso.datetime().meta({ means: 'field.signs_until' }),
    })
    .nullable()
    .meta({ means: 'field.previous' }),
}));

const path = '/console/keys/webhook-secret';

/** `GET /console/keys/webhook-secret` (contract section 10, Account life). */
export const getWebhookSecret = ofConsole.get('getWebhookSecret', path, {
  data: webhookSecretData,
  title: 'Webhook secret',
});

export const replaceWebhookSecret = ofConsole.post('replaceWebhookSecret', path, {
  data: webhookSecretData,
  fullToken: true,
  body: lazyShape(() => ({ grace: flag().exactOptional() })),
  bodyOptional: true,
  example: { grace: true },
  status: 201,
  title: 'Webhook secret replaced',
});
