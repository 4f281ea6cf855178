import type { DeliveryRecord } from '@svc-simulator/core';
import type { Trace } from '../store/store.ts';

/** What every attempt of a delivery sends. */
export interface EmittedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  /** The signed text; its bytes are its UTF-8. */
  readonly rawBody: string;
}

/**
 * Reads back what an emission fixed. The trace is where it is kept, and its newest part is in memory; a second copy of the
 * bodies would only be one more thing to bound. Undefined when retention has taken it.
 */
export async function emittedWebhook(
  trace: Trace,
  { accountId, emittedEventId }: DeliveryRecord,
): Promise<EmittedWebhook | undefined> {
  const event = await trace.get(accountId, emittedEventId);
  if (event?.type !== 'webhook.emitted') return undefined;
  const { data } = JSON.parse(event.json) as {
    data: { headers: Readonly<Record<string, string>>; raw_body: string };
  };
  return { headers: data.headers, rawBody: data.raw_body };
}
