import type { AccountRecord } from '../records.ts';

/** The webhook secret that was replaced, while it signs beside the new one; `now` is the account's time, in milliseconds. */
export function formerSecret(
  { previousWebhookSecret: previous }: Pick<AccountRecord, 'previousWebhookSecret'>,
  now: number,
): AccountRecord['previousWebhookSecret'] | null {
  return previous && now < previous.until ? previous : null;
}
