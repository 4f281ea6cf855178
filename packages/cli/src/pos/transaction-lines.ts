import { doneTransactionView } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Colours } from '../rendering/colours.ts';
import { plain } from '../rendering/text.ts';
import { viewLines } from '../rendering/view-lines.ts';
import { traceTexts } from '../texts/area-texts.ts';
import type { Settlement, Transaction } from './terminal-calls.ts';

/** Transactions that something was just done to, with the bank's word on them. */
export function transactionLines(transactions: readonly Transaction[], colours: Colours): string[] {
  return viewLines(doneTransactionView, transactions, colours, { nowMs: 0 });
}

/** A closing of a batch in one line. */
export function settlementLine(
  t: Texts,
  { batchNumber, transactionCount, serialNumber }: Settlement,
): string {
  return t('cli.pos.batch_closed', {
    batchNumber: plain(batchNumber),
    payments: traceTexts(t.lang)('event.payments', { count: Number(transactionCount) }),
    serialNumber: plain(serialNumber, 40),
  });
}
