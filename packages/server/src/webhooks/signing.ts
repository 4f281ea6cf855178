import { signWebhook, webhookHeaders } from '@svc-simulator/contract';
import { type AccountRecord, formerSecret, settingOf } from '@svc-simulator/core';

interface SignatureInput {
  readonly timestamp: string;
  readonly body: string;
  /** The account's time of the emission in milliseconds, which decides if a replaced secret also signs. */
  readonly now: number;
  readonly foreignSecret?: string | undefined;
}

/** Returns the signature headers of a webhook: one, or two while a replaced secret also signs. */
export function signatureHeaders(
  account: AccountRecord,
  { timestamp, body, now, foreignSecret }: SignatureInput,
): Readonly<Record<string, string>> {
  const variant = settingOf(account, 'webhook_signature');
  const sign = (secret: string) => signWebhook({ secret: foreignSecret ?? secret, timestamp, body, variant });
  const former = formerSecret(account, now);
  return {
    [webhookHeaders.signature]: sign(account.webhookSecret),
    ...(former && { [webhookHeaders.signaturePrevious]: sign(former.secret) }),
  };
}
