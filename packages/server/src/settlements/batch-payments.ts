import type { Currency, EventData, SettlementRecord } from '@svc-simulator/core';
import type { Store, StoredEvent } from '@svc-simulator/store/store.ts';

/** Payments and voids that are read. */
const MOST = 500;

interface BatchPayment {
  readonly orderId: string;
  readonly amountReference: number;
  readonly currencyReference: Currency;
  readonly paidAt: string;
  readonly voided: boolean;
}

interface BatchPayments {
  /** Oldest first. */
  readonly payments: readonly BatchPayment[];
  /** By currency, of those that were not voided. */
  readonly totals: readonly Pick<BatchPayment, 'amountReference' | 'currencyReference'>[];
  /** Whether all of them were read. */
  readonly complete: boolean;
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
  const voided = new Set(
    inBatch.filter(({ type }) => type === 'pos.voided').map(({ data }) => data.order_id),
  );
  const payments = inBatch
    .filter(({ type }) => type === 'pos.committed')
    .map(({ at: paidAt, data }) => ({
      orderId: data.order_id ?? '',
      amountReference: data.amount_reference ?? 0,
      currencyReference: (data.currency_reference ?? 'VES') as Currency,
      paidAt,
      voided: voided.has(data.order_id),
    }))
    .reverse();
  const sums = new Map<Currency, number>();
  for (const { amountReference, currencyReference, voided } of payments)
    if (!voided)
      sums.set(currencyReference, (sums.get(currencyReference) ?? 0) + Math.round(amountReference * 100));
  const totals = [...sums].map(([currencyReference, minor]) => ({
    amountReference: minor / 100,
    currencyReference,
  }));
  return { payments, totals, complete: before !== undefined || page.nextCursor === null };
}

function readEvent({ id, type, json }: StoredEvent) {
  const { at, data = {} }: { readonly at: string; readonly data?: EventData } = JSON.parse(json);
  return { id, type, at, data };
}
