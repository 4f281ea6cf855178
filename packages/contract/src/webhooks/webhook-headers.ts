/** Header names of a delivery, in lower case (specification, Webhook delivery). */
export const webhookHeaders = {
  contentType: 'content-type',
  signature: 'svc-signature',
  /** Signature with the former secret, sent during its grace period (contract section 10). */
  signaturePrevious: 'svc-signature-previous',
  timestamp: 'svc-timestamp',
  idempotencyKey: 'idempotency-key',
  userAgent: 'user-agent',
} as const;

export const WEBHOOK_USER_AGENT = 'svc-sim';
