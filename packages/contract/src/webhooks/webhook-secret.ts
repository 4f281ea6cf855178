import * as z from 'zod';
import { DAY_MS } from '../fields/durations.ts';
import { flag, lazyObject, lazyShape } from '../fields/fields.ts';
import { consoleApi } from '../operation.ts';

/** Time after a replacement during which webhooks also have a signature with the former secret. */
export const SECRET_GRACE_MS = DAY_MS;

const webhookSecretSchema = lazyObject(() => ({
  webhook_secret: z.string().meta({ meaning: 'field.webhook_secret' }),
  previous: z
    .object({
      webhook_secret: z.string().meta({ meaning: 'field.webhook_secret.webhook_secret' }),
      signs_until: z.iso.datetime().meta({ meaning: 'field.signs_until' }),
    })
    .nullable()
    .meta({ meaning: 'field.previous' }),
}));

const secretPath = '/console/keys/webhook-secret';

export const getWebhookSecret = consoleApi.get('getWebhookSecret', secretPath, {
  data: webhookSecretSchema,
  title: 'Webhook secret',
});

export const replaceWebhookSecret = consoleApi.post('replaceWebhookSecret', secretPath, {
  data: webhookSecretSchema,
  fullToken: true,
  body: lazyShape(() => ({ grace: flag().exactOptional() })),
  bodyOptional: true,
  example: { grace: true },
  status: 201,
  title: 'Webhook secret replaced',
});
