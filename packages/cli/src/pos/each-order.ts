import { ProblemError } from '@svc-simulator/client';
import { doneTransactionView } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { findByIdPrefix } from '../connection/session-filter.ts';
import { exitCodes, ReportedFailure } from '../failures.ts';
import type { Call } from '../plain-command.ts';
import type { Colours } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import { viewLines } from '../rendering/view-lines.ts';
import { reportFailure } from '../report-failure.ts';
import { traceTexts } from '../texts/area-texts.ts';
import type { Settlement, Transaction } from './terminal-calls.ts';

/**
 * Applies an action to each transaction and reports the results; refusals go to stderr and don't stop the
 * others. `next` is the suggested next step.
 * @throws ReportedFailure at the end if an action was refused
 */
export async function eachOrder(
  { context, report, hint }: Pick<Call, 'context' | 'report' | 'hint'>,
  waiting: readonly Transaction[],
  work: (orderId: string) => Promise<Transaction>,
  next: string | undefined,
): Promise<void> {
  const results: Transaction[] = [];
  for (const { orderId } of waiting) {
    try {
      results.push(await work(orderId));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      reportFailure(context, error);
    }
  }
  report(results, (colours) => transactionLines(results, colours));
  if (next !== undefined) hint(next);
  if (results.length < waiting.length) throw new ReportedFailure(exitCodes.refused);
}

/**
 * Resolves a transaction by its orderId or its id, or a prefix of either, and applies the action. `all` lists
 * the candidates. @throws CommandError if several match
 */
export async function ofTransaction<T>(
  t: Texts,
  idOrPrefix: string,
  all: () => Promise<readonly Pick<Transaction, 'id' | 'orderId'>[]>,
  work: (orderId: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(idOrPrefix);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 404) throw error;
    const candidates = await all();
    const matchingId = await findByIdPrefix(t, idOrPrefix, async () =>
      candidates.flatMap(({ id, orderId }) => [orderId, id]),
    );
    const meant = candidates.find(({ id, orderId }) => matchingId === orderId || matchingId === id);
    if (meant === undefined) throw error;
    return work(meant.orderId);
  }
}

export function transactionLines(transactions: readonly Transaction[], colours: Colours): string[] {
  return viewLines(doneTransactionView, transactions, colours, { nowMs: 0 });
}

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
