import type { Currency, SettlementRecord } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import { type EventView, readEvent } from '../trace/event-line-data.ts';

/** Payments and voids that are read. */
const MOST = 500;

export interface BatchPayment {
  readonly eventId: number;
  readonly at: number;
  readonly orderId: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly isVoided: boolean;
}

export interface BatchPayments {
  /** Oldest first. */
  readonly payments: readonly BatchPayment[];
  /** By currency, of those that were not voided, in hundredths. */
  readonly totals: ReadonlyMap<Currency, number>;
  /** There are more than were read. */
  readonly isPartial: boolean;
}

/**
 * What a terminal was paid between its closing before and this one, as the trace tells: it alone knows which terminal took a
 * payment that any might have taken.
 */
export async function paymentsOf(
  { trace }: Pick<Store, 'trace'>,
  { accountId, serial, batchNumber }: SettlementRecord,
): Promise<BatchPayments> {
  const page = await trace.page(accountId, {
    types: ['pos.committed', 'pos.voided', 'pos.settled'],
    order: 'desc',
    limit: MOST,
  });
  const own = page.items.map(readEvent).filter(({ data }) => data.serial === serial);
  const closings = own.filter(({ type }) => type === 'pos.settled');
  const at = closings.findIndex(({ data }) => String(data.batch_number) === String(batchNumber));
  const [closing, before] = at < 0 ? [] : closings.slice(at);
  const inBatch = own.filter(({ id }) => closing && id < closing.id && id > (before?.id ?? 0));
  const voided = new Set(ordersOf(inBatch, 'pos.voided'));
  const payments = inBatch
    .filter(({ type }) => type === 'pos.committed')
    .map(({ id, at, data }) => ({
      eventId: id,
      at,
      orderId: data.order_id ?? '',
      amount: data.amount_reference ?? 0,
      currency: (data.currency_reference ?? 'VES') as Currency,
      isVoided: voided.has(data.order_id),
    }))
    .reverse();
  const totals = new Map<Currency, number>();
  for (const { amount, currency, isVoided } of payments)
    if (!isVoided) totals.set(currency, (totals.get(currency) ?? 0) + Math.round(amount * 100));
  return { payments, totals, isPartial: !before && page.nextCursor !== null };
}

function ordersOf(events: readonly EventView[], wanted: string) {
  return events.filter(({ type }) => type === wanted).map(({ data }) => data.order_id);
}
