import { valueAt } from '@svc-simulator/client';
import { t } from '@svc-simulator/core';
import type { Webhook, WebhookCondition } from './sessions-api.ts';

/** Whether a webhook is one that a condition means. */
export function meets(webhook: Webhook, where: WebhookCondition | undefined): boolean {
  if (where === undefined) return true;
  if (typeof where === 'function') return where(webhook);
  return Object.entries(where).every(([path, value]) => isSame(valueAt(webhook.body, path), value));
}

/** A condition in words: `session_payment.amount_reference = 25.5`. */
export function inWords(where: WebhookCondition | undefined): string {
  if (where === undefined) return '';
  if (typeof where === 'function') return t` that meets the condition`;
  const parts = Object.entries(where).map(([path, value]) => `${path} = ${JSON.stringify(value)}`);
  return t` with ${parts.join(t` and `)}`;
}

function isSame(one: unknown, other: unknown): boolean {
  return typeof one === 'object' || typeof other === 'object'
    ? JSON.stringify(one) === JSON.stringify(other)
    : one === other;
}
