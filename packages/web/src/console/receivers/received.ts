import { membersOf, signatureVariantOf, webhookHeaders } from '@svc-simulator/contract';
import type { AccountRecord, EventView } from '@svc-simulator/core';

/** `none`: it came without a signature. `cut`: not all of the body is there that it was made over. */
export type SignatureVerdict = 'genuine' | 'wrong' | 'none' | 'cut';

/** A request that a default receiver took. */
export type Received = ReturnType<typeof receivedIn>;

/**
 * Reads a `webhook.received`, and checks its signature as a receiver would. `name`: the event that its body tells of; undefined for
 * anything that is no webhook of ours. `rawBody`: null where it is no text. `wholeLength`: when only its beginning is kept.
 */
export function receivedIn(event: EventView, account: AccountRecord) {
  const { headers = {}, raw_body_base64: base64, raw_body_length: wholeLength } = event.data;
  const { raw_body: rawBody = base64 === undefined ? '' : null } = event.data;
  const bytes = rawBody === null ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(rawBody);
  const signature = verdictOf(headers, wholeLength === undefined ? bytes : null, account);
  return { event, name: eventNameIn(rawBody ?? ''), rawBody, bytes, wholeLength, signature };
}

function verdictOf(
  headers: Readonly<Record<string, string>>,
  body: Buffer | null,
  { webhookSecret, previousWebhookSecret: previous }: AccountRecord,
): SignatureVerdict {
  const signature = headers[webhookHeaders.signature];
  if (!signature) return 'none';
  if (body === null) return 'cut';
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const secrets = previous ? [webhookSecret, previous.secret] : [webhookSecret];
  return secrets.some((secret) => signatureVariantOf({ secret, signature, body, timestamp }))
    ? 'genuine'
    : 'wrong';
}

function eventNameIn(text: string): string | undefined {
  try {
    const { event } = membersOf(JSON.parse(text.replace(/^\uFEFF/, '')));
    return typeof event === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}
