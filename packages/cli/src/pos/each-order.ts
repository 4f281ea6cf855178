import { ProblemError } from '@svc-simulator/client';
import { finishedTransactionView } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { findByIdPrefix } from '../connection/session-filter.ts';
import { exitCodes, ReportedError } from '../failures.ts';
import type { Style } from '../rendering/report.ts';
import { printable } from '../rendering/text.ts';
import { viewLines } from '../rendering/view-lines.ts';
import { reportFailure } from '../report-failure.ts';
import type { CommandCall } from '../request-command.ts';
import { traceTexts } from '../texts/trace-texts.ts';
import type { PosTransaction, Settlement } from './terminal-calls.ts';

/**
 * Applies an action to each transaction and reports the results. If an action is refused, prints the refusal
 * to stderr and continues with the next transaction. `next` is the suggested next step.
 * @throws ReportedError at the end if an action was refused
 */
export async function runForEachOrder(
  { context, report, hint }: Pick<CommandCall, 'context' | 'report' | 'hint'>,
  transactions: readonly PosTransaction[],
  action: (orderId: string) => Promise<PosTransaction>,
  next: string | undefined,
): Promise<void> {
  const results: PosTransaction[] = [];
  for (const { orderId } of transactions) {
    try {
      results.push(await action(orderId));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      reportFailure(context, error);
    }
  }
  report(results, (style) => transactionLines(results, style));
  if (next !== undefined) hint(next);
  if (results.length < transactions.length) throw new ReportedError(exitCodes.refused);
}

/**
 * Applies an action to the transaction with this order id or transaction id. Either may be a prefix, which is
 * then searched in the result of `listCandidates`.
 * @throws CommandError if several transactions match
 */
export async function withTransaction<T>(
  t: Texts,
  idOrPrefix: string,
  listCandidates: () => Promise<readonly Pick<PosTransaction, 'id' | 'orderId'>[]>,
  action: (orderId: string) => Promise<T>,
): Promise<T> {
  try {
    return await action(idOrPrefix);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 404) throw error;
    const candidates = await listCandidates();
    const matchingId = await findByIdPrefix(t, idOrPrefix, async () =>
      candidates.flatMap(({ id, orderId }) => [orderId, id]),
    );
    const match = candidates.find(({ id, orderId }) => matchingId === orderId || matchingId === id);
    if (match === undefined) throw error;
    return action(match.orderId);
  }
}

export function transactionLines(transactions: readonly PosTransaction[], style: Style): string[] {
  return viewLines(finishedTransactionView, transactions, style, { nowMs: 0 });
}

export function settlementLine(
  t: Texts,
  { batchNumber, transactionCount, serialNumber }: Settlement,
): string {
  return t('cli.pos.batch_closed', {
    batchNumber: printable(batchNumber),
    payments: traceTexts(t.lang)('event.payments', { count: Number(transactionCount) }),
    serialNumber: printable(serialNumber, 40),
  });
}
