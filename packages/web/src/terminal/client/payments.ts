import type { DataOf } from '@svc-simulator/client';
import type { listSettlements } from '@svc-simulator/contract';
import { batchAfter } from '@svc-simulator/contract/pos/terminal-device.ts';
import { element } from '../../kit/client/element.ts';
import { addToBatch, closingOutcome, type Memory, nextTrace, totalsOf } from './memory.ts';
import {
  fail,
  fillIn,
  formatAmount,
  hour,
  inputField,
  type SlipRow,
  scriptTexts,
  terminalRoot,
  writeRows,
} from './page.ts';
import { paidRows, type Till } from './till.ts';
import {
  type CardConfirmation,
  orderPath,
  type TerminalTransaction,
  terminalNumberOf,
  transactionAmount,
  typedAmount,
} from './transaction.ts';

/** Actions of the payment keys: approve, decline, void. */

export function approve(till: Till): Promise<void> | void {
  const { order } = till;
  if (!order) return;
  const amount = order.allowAmountChange ? typedAmount(inputField('amount').value) : order.amountReference;
  if (amount === undefined) return fail(scriptTexts.amountWrong, inputField('amount'));
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
    cardTypeForRpt: element<HTMLInputElement>('[name=card]:checked', terminalRoot).value,
    visOrMccCard: inputField('franchise').value,
    batchNumber: memory.batch,
  };
  // Stored until a response arrives, so that a repetition, even after a reload, has the same authorization
  // code.
  memory.unsure = { order, body };
  till.save();
  return deliver(till);
}

export function deliver(till: Till): Promise<void> {
  return till.runExclusively(async () => {
    const { unsure } = till.paired;
    if (!unsure) return;
    const { order, body } = unsure;
    const answer = await till.ask<TerminalTransaction>('POST', `${orderPath(order)}/commit`, body);
    delete till.paired.unsure;
    const isTaken = answer.status === 200;
    if (isTaken) addToBatch(till.paired, order.currencyReference, body.amountReference);
    till.save();
    if (isTaken) finish(till, scriptTexts.approved, answer.data, body);
    else till.postponeOrder(order, fillIn(scriptTexts.notTaken, answer), 'warn');
  });
}

export function confirmVoid(till: Till): Promise<void> {
  return till.runExclusively(async () => {
    const { order } = till;
    if (!order) return;
    const answer = await till.ask<TerminalTransaction>('POST', `${orderPath(order)}/cancellation/commit`);
    if (answer.status !== 200) return till.postponeOrder(order, fillIn(scriptTexts.notTaken, answer), 'warn');
    finish(till, scriptTexts.voided, answer.data, answer.data.confirmData ?? {});
  });
}

export function postpone(till: Till, message: string): void {
  const { order } = till;
  if (!order) return;
  till.postponeOrder(
    order,
    fillIn(message, { amount: formatAmount(transactionAmount(order), order.currencyReference) }),
  );
}

function finish(
  till: Till,
  heading: string,
  transaction: TerminalTransaction,
  confirmed: Partial<CardConfirmation>,
) {
  const amount = confirmed.amountReference ?? transaction.amountReference;
  till.result(heading, formatAmount(amount, transaction.currencyReference), [
    ...paidRows(confirmed),
    [scriptTexts.batch, confirmed.batchNumber],
    [scriptTexts.order, transaction.orderId],
    [scriptTexts.time, hour(transaction.updatedAt)],
  ]);
}

function randomDigits(digits: number): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(random % 10 ** digits).padStart(digits, '0');
}

export async function nextBatch(till: Till): Promise<number> {
  const { status, data } = await till.ask<DataOf<typeof listSettlements>>('GET', '/settlements');
  return batchAfter(status === 200 ? data : []);
}

export function openBatch(till: Till): void {
  const memory = till.paired;
  const totals = totalsOf(memory);
  till.show('batch');
  writeRows([[scriptTexts.batch, memory.batch], [scriptTexts.count, memory.count], ...totalRows(memory)]);
  inputField('currency').value = totals[0]?.[0] ?? 'VES';
}

function totalRows(memory: Memory): readonly SlipRow[] {
  return totalsOf(memory).map(([currency, minor]) => [
    scriptTexts.total,
    formatAmount(minor / 100, currency),
  ]);
}

export function settleBatch(till: Till): Promise<void> {
  return till.runExclusively(async () => {
    const { batch, count, serial, closing } = till.paired;
    const totals = totalRows(till.paired);
    const body = closing ?? {
      batchNumber: batch,
      transactionCount: count,
      closedAt: new Date().toISOString(),
      currencyReference: inputField('currency').value,
      terminal: terminalNumberOf(serial),
    };
    till.paired.closing = body;
    till.save();
    const answer = await till.ask('POST', '/settlements', body);
    delete till.paired.closing;
    const outcome = closingOutcome(answer.status, closing !== undefined);
    if (outcome === 'closed') Object.assign(till.paired, { batch: batch + 1, count: 0, totals: {} });
    else if (outcome === 'taken') till.paired.batch = await nextBatch(till);
    till.save();
    if (outcome === 'refused') return fail(fillIn(scriptTexts.notTaken, answer));
    if (outcome === 'taken') {
      openBatch(till);
      return fail(fillIn(scriptTexts.batchTaken, { batch: body.batchNumber, next: till.paired.batch }));
    }
    till.result(scriptTexts.closed, '', [
      [scriptTexts.batch, body.batchNumber],
      [scriptTexts.count, body.transactionCount],
      ...totals,
      [scriptTexts.time, hour(body.closedAt)],
    ]);
  });
}
