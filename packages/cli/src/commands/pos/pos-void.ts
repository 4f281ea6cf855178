import { transactionStatuses } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { wrongUsage } from '../../failures.ts';
import { runCommand } from '../../plain-command.ts';
import { eachOrder, ofTransaction } from '../../pos/each-order.ts';
import { connectTerminal, terminalTakes } from '../../pos/terminal-connection.ts';
import { transactionLines } from '../../pos/transaction-lines.ts';

export const declare = runCommand({
  takes: {
    '[order]': 'orderId of the transaction, or its id',
    '--all': 'every void that the merchant has asked for',
    ...terminalTakes,
  },
  run: async (at) => {
    const { given, context, report, hint } = at;
    const { program } = context;
    if ((given.order === undefined) === !given.all) throw wrongUsage(t`void what? name one order, or --all`);
    const { calls } = await connectTerminal(context, given);
    const confirm = (orderId: string) => calls.void(orderId);
    if (given.order !== undefined) {
      const voided = await ofTransaction(given.order, () => calls.all(...transactionStatuses), confirm);
      report(voided, (colours) => transactionLines([voided], colours));
      return hint(`${program} pos settle`);
    }
    const waiting = await calls.all('VOID_PENDING');
    const none = t`no void was asked for; ${program} pos cancel ORDER asks, as the till does`;
    await eachOrder(at, waiting, confirm, waiting.length === 0 ? none : undefined);
  },
});
