import type { webhookData } from '@svc-simulator/contract';

/** Fields of a webhook's body from the contract; the build replaces it by plain types. */
export type WebhookBody = ReturnType<typeof webhookData>['_zod']['output'];
