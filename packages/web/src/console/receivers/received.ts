import { membersOf, signatureVariantOf, webhookHeaders } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { StoredEvent } from '@svc-simulator/store/store.ts';
import { readEvent } from '../trace/event-line-data.ts';

/** `none`: it came without a signature. `cut`: not all of the body is there that it was made over. */
export type SignatureVerdict = 'genuine' | 'wrong' | 'none' | 'cut';

/** A request that a default receiver took. */
export interface Received {
  /** Of its trace event. */
  readonly eventId: number;
  readonly at: number;
  readonly receiver: string;
  readonly sessionId: string | undefined;
  /** What the body says that it tells of; undefined for anything that is no webhook of ours. */
  readonly event: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
  /** Bytes of the whole body, when `rawBody` is only its beginning. */
  readonly wholeLength: number | undefined;
  readonly signature: SignatureVerdict;
}

/** Reads a `webhook.received`, and checks its signature as a receiver would. */
export function receivedIn(stored: StoredEvent, account: AccountRecord): Received {
  const { id, at, sessionId, data } = readEvent(stored);
  const { receiver = '', headers = {}, raw_body: rawBody = '', raw_body_length: wholeLength } = data;
  return {
    eventId: id,
    at,
    receiver,
    sessionId,
    event: eventNameIn(rawBody),
    headers,
    rawBody,
    wholeLength,
    signature: verdictOf(headers, wholeLength === undefined ? rawBody : null, account),
  };
}

function verdictOf(
  headers: Readonly<Record<string, string>>,
  body: string | null,
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
    const { event } = membersOf(JSON.parse(text));
    return typeof event === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}
