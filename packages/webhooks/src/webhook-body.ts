import type { webhookData } from '@svc-simulator/contract';

/** What a webhook's body may hold, as the contract says; the build writes it out. */
export type WebhookBody = ReturnType<typeof webhookData>['_zod']['output'];
