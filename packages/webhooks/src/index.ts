export { fastifyPlugin, nodeHandler, requestHandler } from './handlers.ts';
export { verifyWebhook } from './verify-webhook.ts';
export { WebhookError } from './webhook-error.ts';
export type * from './webhooks-api.ts';
