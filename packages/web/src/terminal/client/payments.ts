import type { DataOf } from '@svc-simulator/client';
import type { listSettlements } from '@svc-simulator/contract';
import { batchAfter } from '@svc-simulator/contract/pos/terminal-device.ts';
import { element } from '../../kit/client/element.ts';
import { addToBatch, closingOutcome, nextTraceNumber, type StoredTerminal, totalsOf } from './memory.ts';
import * as page from './page.ts';
import { fillIn, scriptTexts, terminalRoot } from './texts.ts';
import {
  type CardConfirmation,
  parseTypedAmount,
  type TerminalTransaction,
  terminalNumberOf,
  transactionAmount,
  transactionPath,
} from './transaction.ts';
import { paidRows, type VirtualTerminal } from './virtual-terminal.ts';

export function approve(terminal: VirtualTerminal): Promise<void> | void {
  const { shownTransaction: transaction } = terminal;
  if (!transaction) return;
  const amount = transaction.allowAmountChange
    ? parseTypedAmount(page.inputField('amount').value)
    : transaction.amountReference;
  if (amount === undefined) return page.showError(scriptTexts.amountWrong, page.inputField('amount'));
  const storedTerminal = terminal.pairedTerminal;
  const now = new Date().toISOString();
  const body = {
    authorizationCode: randomDigits(6),
    processCode: '000000',
    commitAt: now,
    amountReference: amount,
    terminalNumber: terminalNumberOf(storedTerminal.serial),
    trace: nextTraceNumber(storedTerminal),
    utcDate: now,
    cardTypeForRpt: element<HTMLInputElement>('[name=card]:checked', terminalRoot).value,
    visOrMccCard: page.inputField('franchise').value,
    batchNumber: storedTerminal.batch,
  };
  // Stored until a response arrives, so that a repetition after a reload has the same authorization code.
  storedTerminal.unsure = { order: transaction, body };
  terminal.save();
  return sendConfirmation(terminal);
}

export function sendConfirmation(terminal: VirtualTerminal): Promise<void> {
  return terminal.runExclusively(async () => {
    const { unsure } = terminal.pairedTerminal;
    if (!unsure) return;
    const { order: transaction, body } = unsure;
    const path = `${transactionPath(transaction)}/commit`;
    const answer = await terminal.request<TerminalTransaction>('POST', path, body);
    delete terminal.pairedTerminal.unsure;
    const isAccepted = answer.status === 200;
    if (isAccepted) addToBatch(terminal.pairedTerminal, transaction.currencyReference, body.amountReference);
    terminal.save();
    if (isAccepted) showFinishedTransaction(terminal, scriptTexts.approved, answer.data, body);
    else terminal.postponeTransaction(transaction, fillIn(scriptTexts.notTaken, answer), 'warn');
  });
}

export function confirmVoid(terminal: VirtualTerminal): Promise<void> {
  return terminal.runExclusively(async () => {
    const { shownTransaction: transaction } = terminal;
    if (!transaction) return;
    const path = `${transactionPath(transaction)}/cancellation/commit`;
    const answer = await terminal.request<TerminalTransaction>('POST', path);
    if (answer.status !== 200)
      return terminal.postponeTransaction(transaction, fillIn(scriptTexts.notTaken, answer), 'warn');
    showFinishedTransaction(terminal, scriptTexts.voided, answer.data, answer.data.confirmData ?? {});
  });
}

export function postpone(terminal: VirtualTerminal, message: string): void {
  const { shownTransaction: transaction } = terminal;
  if (!transaction) return;
  const amount = page.formatAmount(transactionAmount(transaction), transaction.currencyReference);
  terminal.postponeTransaction(transaction, fillIn(message, { amount }));
}

function showFinishedTransaction(
  terminal: VirtualTerminal,
  heading: string,
  transaction: TerminalTransaction,
  confirmation: Partial<CardConfirmation>,
) {
  const amount = confirmation.amountReference ?? transaction.amountReference;
  terminal.showResult(heading, page.formatAmount(amount, transaction.currencyReference), [
    ...paidRows(confirmation),
    [scriptTexts.batch, confirmation.batchNumber],
    [scriptTexts.order, transaction.orderId],
    [scriptTexts.time, page.formatTime(transaction.updatedAt)],
  ]);
}

function randomDigits(digits: number): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(random % 10 ** digits).padStart(digits, '0');
}

export async function fetchNextBatchNumber(terminal: VirtualTerminal): Promise<number> {
  const { status, data } = await terminal.request<DataOf<typeof listSettlements>>('GET', '/settlements');
  return batchAfter(status === 200 ? data : []);
}

export function showBatch(terminal: VirtualTerminal): void {
  const storedTerminal = terminal.pairedTerminal;
  const totals = totalsOf(storedTerminal);
  terminal.show('batch');
  page.writeRows([
    [scriptTexts.batch, storedTerminal.batch],
    [scriptTexts.count, storedTerminal.count],
    ...totalRows(storedTerminal),
  ]);
  page.inputField('currency').value = totals[0]?.[0] ?? 'VES';
}

function totalRows(storedTerminal: StoredTerminal): readonly page.SlipRow[] {
  return totalsOf(storedTerminal).map(([currency, minor]) => [
    scriptTexts.total,
    page.formatAmount(minor / 100, currency),
  ]);
}

export function settleBatch(terminal: VirtualTerminal): Promise<void> {
  return terminal.runExclusively(async () => {
    const { batch, count, serial, closing } = terminal.pairedTerminal;
    const totals = totalRows(terminal.pairedTerminal);
    const body = closing ?? {
      batchNumber: batch,
      transactionCount: count,
      closedAt: new Date().toISOString(),
      currencyReference: page.inputField('currency').value,
      terminal: terminalNumberOf(serial),
    };
    terminal.pairedTerminal.closing = body;
    terminal.save();
    const answer = await terminal.request('POST', '/settlements', body);
    delete terminal.pairedTerminal.closing;
    const outcome = closingOutcome(answer.status, closing !== undefined);
    if (outcome === 'closed')
      Object.assign(terminal.pairedTerminal, { batch: batch + 1, count: 0, totals: {} });
    else if (outcome === 'taken') terminal.pairedTerminal.batch = await fetchNextBatchNumber(terminal);
    terminal.save();
    if (outcome === 'refused') return page.showError(fillIn(scriptTexts.notTaken, answer));
    if (outcome === 'taken') {
      showBatch(terminal);
      return page.showError(
        fillIn(scriptTexts.batchTaken, { batch: body.batchNumber, next: terminal.pairedTerminal.batch }),
      );
    }
    terminal.showResult(scriptTexts.closed, '', [
      [scriptTexts.batch, body.batchNumber],
      [scriptTexts.count, body.transactionCount],
      ...totals,
      [scriptTexts.time, page.formatTime(body.closedAt)],
    ]);
  });
}
