import { ProblemError } from '@svc-simulator/client';
import type { CliContext } from '../cli-context.ts';
import { exitCodes, ToldFailure } from '../failures.ts';
import { reportFailure } from '../report-failure.ts';
import type { Transaction } from './terminal-calls.ts';

/** What was done, and whether something was refused on the way, which has been told. */
export interface Done {
  readonly transactions: readonly Transaction[];
  readonly anyRefused: boolean;
}

/** Does something to one order after the other; one that is refused is told on stderr, and the others go on. */
export async function eachOrder(
  context: CliContext,
  orderIds: readonly string[],
  work: (orderId: string) => Promise<Transaction>,
): Promise<Done> {
  const transactions: Transaction[] = [];
  let anyRefused = false;
  for (const orderId of orderIds) {
    try {
      transactions.push(await work(orderId));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      anyRefused = true;
      reportFailure(context, error);
    }
  }
  return { transactions, anyRefused };
}

/** Ends a command with 1 when something was refused. */
export function endAsTold({ anyRefused }: Done): void {
  if (anyRefused) throw new ToldFailure(exitCodes.refused);
}
