import type { AccountRecord } from '../records.ts';

/**
 * Returns the previous webhook secret while webhooks also have a signature with it, else null. `now` is the
 * account's time in milliseconds.
 */
export function formerSecret(
  { previousWebhookSecret: previous }: Pick<AccountRecord, 'previousWebhookSecret'>,
  now: number,
): AccountRecord['previousWebhookSecret'] | null {
  return previous && now < previous.until ? previous : null;
}
