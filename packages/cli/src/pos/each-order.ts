import { ProblemError } from '@svc-simulator/client';
import { exitCodes, ToldFailure } from '../failures.ts';
import type { Call } from '../plain-command.ts';
import { transactionLines } from '../rendering/transaction-lines.ts';
import { reportFailure } from '../report-failure.ts';
import type { Transaction } from './terminal-calls.ts';

/**
 * Does something to one transaction after the other, and reports them; one that is refused is told on stderr, and the others
 * go on. `next` is what could be done then.
 * @throws ToldFailure in the end when something was refused.
 */
export async function eachOrder(
  { context, report, hint }: Pick<Call, 'context' | 'report' | 'hint'>,
  waiting: readonly Transaction[],
  work: (orderId: string) => Promise<Transaction>,
  next: string | undefined,
): Promise<void> {
  const done: Transaction[] = [];
  for (const { orderId } of waiting) {
    try {
      done.push(await work(orderId));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      reportFailure(context, error);
    }
  }
  report(done, (colours) => transactionLines(done, colours));
  if (next !== undefined) hint(next);
  if (done.length < waiting.length) throw new ToldFailure(exitCodes.refused);
}
