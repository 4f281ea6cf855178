import type { webhookSchema } from '@svc-simulator/contract';

/** Fields of a webhook's body from the contract; the build replaces this type by plain types. */
export type WebhookBody = ReturnType<typeof webhookSchema>['_zod']['output'];
