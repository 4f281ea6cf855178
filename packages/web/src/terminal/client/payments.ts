import type { DataOf } from '@svc-simulator/client';
import type { listSettlements } from '@svc-simulator/contract';
import { batchAfter } from '@svc-simulator/contract/pos/terminal-device.ts';
import { element } from '../../kit/client/element.ts';
import { afterClosing, count, type Memory, nextTrace, totalsOf } from './memory.ts';
import { fail, field, fillIn, hour, money, type Row, root, texts, writeRows } from './page.ts';
import { paidRows, type Till } from './till.ts';
import {
  amountOf,
  type Confirmation,
  orderPath,
  type Transaction,
  terminalNumberOf,
  typedAmount,
} from './transaction.ts';

/** Handles the keys of payments: approve, decline, void. */

export function approve(till: Till): Promise<void> | void {
  const { order } = till;
  if (!order) return;
  const amount = order.allowAmountChange ? typedAmount(field('amount').value) : order.amountReference;
  if (amount === undefined) return fail(texts.amountWrong, field('amount'));
  const memory = till.paired;
  const now = new Date().toISOString();
  const body = {
    authorizationCode: randomDigits(6),
    processCode: '000000',
    commitAt: now,
    amountReference: amount,
    terminalNumber: terminalNumberOf(memory.serial),
    trace: nextTrace(memory),
    utcDate: now,
    cardTypeForRpt: element<HTMLInputElement>('[name=card]:checked', root).value,
    visOrMccCard: field('franchise').value,
    batchNumber: memory.batch,
  };
  // Kept until there is an answer: what is sent again, even after a reload, has the same authorization code.
  memory.unsure = { order, body };
  till.save();
  return deliver(till);
}

/** Sends the confirmation of which nobody knows yet whether it arrived. */
export function deliver(till: Till): Promise<void> {
  return till.busily(async () => {
    const { unsure } = till.paired;
    if (!unsure) return;
    const { order, body } = unsure;
    const answer = await till.ask<Transaction>('POST', `${orderPath(order)}/commit`, body);
    delete till.paired.unsure;
    const isTaken = answer.status === 200;
    if (isTaken) count(till.paired, order.currencyReference, body.amountReference);
    till.save();
    if (isTaken) finish(till, texts.approved, answer.data, body);
    else till.putAside(order, fillIn(texts.notTaken, answer), 'warn');
  });
}

export function confirmVoid(till: Till): Promise<void> {
  return till.busily(async () => {
    const { order } = till;
    if (!order) return;
    const answer = await till.ask<Transaction>('POST', `${orderPath(order)}/cancellation/commit`);
    if (answer.status !== 200) return till.putAside(order, fillIn(texts.notTaken, answer), 'warn');
    finish(till, texts.voided, answer.data, answer.data.confirmData ?? {});
  });
}

/** Leaves a payment or a void for later; nothing is sent. */
export function leaveFor(till: Till, message: string): void {
  const { order } = till;
  if (!order) return;
  till.putAside(order, fillIn(message, { amount: money(amountOf(order), order.currencyReference) }));
}

function finish(till: Till, heading: string, transaction: Transaction, confirmed: Partial<Confirmation>) {
  const amount = confirmed.amountReference ?? transaction.amountReference;
  till.result(heading, money(amount, transaction.currencyReference), [
    ...paidRows(confirmed),
    [texts.batch, confirmed.batchNumber],
    [texts.order, transaction.orderId],
    [texts.time, hour(transaction.updatedAt)],
  ]);
}

function randomDigits(digits: number): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(random % 10 ** digits).padStart(digits, '0');
}

/** Shows and settles the batch. */

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
