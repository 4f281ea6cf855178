import { RESEND_MAX } from '@svc-simulator/contract';
import { type DeliveryRecord, GAVE_UP } from '@svc-simulator/core';
import { filteredPage } from '../lists/filtered-page.ts';
import type { Runtime } from '../runtime.ts';
import { type ResendOptions, resend } from './resend.ts';
import { latestDeliveries, successorOf } from './undelivered.ts';

export interface GivenUpFilter {
  /** Milliseconds of the account's time: those that were emitted then or later. */
  readonly since: number;
  /** Part of the receiver's address. */
  readonly url: string;
}

export interface ResentDeliveries {
  /** The new ones, oldest first. */
  readonly deliveries: readonly DeliveryRecord[];
  /** There are no more of them. */
  readonly complete: boolean;
}

/** What was given up and not sent again since: newest first, and whether that are all of them. */
export async function givenUpOf(
  { store }: Pick<Runtime, 'store'>,
  accountId: string,
  { since, url }: GivenUpFilter,
): Promise<ResentDeliveries> {
  const asked = { tag: GAVE_UP, limit: RESEND_MAX };
  const { items, nextCursor } = await filteredPage(store, ['delivery', accountId], asked, async (records) => {
    const near = (record: DeliveryRecord) => record.createdAt >= since && record.url.includes(url);
    const sessions = records.filter(near).map(({ sessionId }) => sessionId);
    const latest = await latestDeliveries(store, accountId, sessions);
    return records.map((record) => (near(record) && !successorOf(record, latest) ? record : undefined));
  });
  return { deliveries: items, complete: nextCursor === null };
}

/** Sends the latest of them again, `RESEND_MAX` at most, in the order in which they were emitted. */
export async function resendGivenUp(
  runtime: Runtime,
  accountId: string,
  filter: GivenUpFilter,
  options: ResendOptions,
): Promise<ResentDeliveries> {
  const { deliveries: found, complete } = await givenUpOf(runtime, accountId, filter);
  const deliveries: DeliveryRecord[] = [];
  for (const { id } of found.toReversed()) {
    const resent = await resend(runtime, accountId, id, options);
    // One whose bytes are out of retention, or that a reset took, is left out.
    if (resent.ok) deliveries.push(resent.value);
  }
  return { deliveries, complete };
}
