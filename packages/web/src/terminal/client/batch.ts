/** What the keys do about the batch: show what it came to, and close it. */
import type { DataOf } from '@svc-simulator/client';
import type { listSettlements } from '@svc-simulator/contract';
import { batchAfter } from '@svc-simulator/contract/pos/terminal-device.ts';
import { afterClosing, type Memory, totalsOf } from './memory.ts';
import { fail, field, fillIn, hour, money, type Row, texts, writeRows } from './page.ts';
import type { Till } from './till.ts';
import { terminalNumberOf } from './transaction.ts';

/** The number after the last closing, which a browser that has forgotten everything can learn from the service. */
export async function nextBatch(till: Till): Promise<number> {
  const { status, data } = await till.ask<DataOf<typeof listSettlements>>('GET', '/settlements');
  return batchAfter(status === 200 ? data : []);
}

export function openBatch(till: Till): void {
  const memory = till.paired;
  const totals = totalsOf(memory);
  till.show('batch');
  writeRows([[texts.batch, memory.batch], [texts.count, memory.count], ...totalRows(memory)]);
  field('currency').value = totals[0]?.[0] ?? 'VES';
}

/** What the batch came to, a row for each currency. */
function totalRows(memory: Memory): readonly Row[] {
  return totalsOf(memory).map(([currency, minor]) => [texts.total, money(minor / 100, currency)]);
}

export function closeBatch(till: Till): Promise<void> {
  return till.busily(async () => {
    const { batch, count, serial, closing } = till.paired;
    const totals = totalRows(till.paired);
    const body = closing ?? {
      batchNumber: batch,
      transactionCount: count,
      closedAt: new Date().toISOString(),
      currencyReference: field('currency').value,
      terminal: terminalNumberOf(serial),
    };
    till.paired.closing = body;
    till.save();
    const answer = await till.ask('POST', '/settlements', body);
    delete till.paired.closing;
    const outcome = afterClosing(answer.status, closing !== undefined);
    if (outcome === 'closed') Object.assign(till.paired, { batch: batch + 1, count: 0, totals: {} });
    else if (outcome === 'taken') till.paired.batch = await nextBatch(till);
    till.save();
    if (outcome === 'refused') return fail(fillIn(texts.notTaken, answer));
    if (outcome === 'taken') {
      openBatch(till);
      return fail(fillIn(texts.batchTaken, { batch: body.batchNumber, next: till.paired.batch }));
    }
    till.result(texts.closed, '', [
      [texts.batch, body.batchNumber],
      [texts.count, body.transactionCount],
      ...totals,
      [texts.time, hour(body.closedAt)],
    ]);
  });
}
