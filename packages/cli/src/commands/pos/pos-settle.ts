import { ProblemError } from '@svc-simulator/client';
import { currencies } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { refusal } from '../../failures.ts';
import { runCommand } from '../../plain-command.ts';
import { type ConnectedTerminal, connectTerminal, terminalTakes } from '../../pos/terminal-connection.ts';
import { keepBatch } from '../../pos/terminals-file.ts';
import { settlementLine } from '../../pos/transaction-lines.ts';

export const declare = runCommand({
  takes: {
    '--currency <code>': {
      text: 'currency of the closing; default: that of the first payment in the batch',
      choices: currencies,
    },
    ...terminalTakes,
  },
  json: "print the closing as the API's JSON",
  run: async ({ given, context, report, hint }) => {
    const connected = await connectTerminal(context, given);
    const { calls, file, terminal } = connected;
    const { serial, batch } = terminal;
    // A voided payment was made in the batch as well.
    const paid = await calls.all('PAID', 'VOID_PENDING', 'VOIDED');
    const own = paid.filter(
      ({ confirmData }) => confirmData?.terminalNumber === serial && confirmData.batchNumber === batch,
    );
    const body = {
      batchNumber: batch,
      transactionCount: own.length,
      closedAt: new Date(context.now()).toISOString(),
      // Of what was sold.
      currencyReference: given.currency ?? own[0]?.currencyReference ?? 'VES',
      terminal: serial,
    };
    const closing = await calls
      .settle(body)
      .catch((error: unknown) => catchUp(error, connected, context.program));
    await keepBatch(file, terminal, batch + 1);
    report(closing, () => [settlementLine(closing)]);
    hint(t`batch ${batch + 1} is open; ${context.program} trace --type pos.settled`);
  },
});

/** A closing whose answer was lost has been done: the terminal goes on with the next number. */
async function catchUp(
  error: unknown,
  { calls, file, terminal }: ConnectedTerminal,
  program: string,
): Promise<never> {
  if (!(error instanceof ProblemError) || error.status !== 409) throw error;
  const next = await calls.nextBatch();
  await keepBatch(file, terminal, next);
  throw refusal(
    t`batch ${terminal.batch} has been closed before; batch ${next} is open now: ${program} pos settle closes that one`,
  );
}
