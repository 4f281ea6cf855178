import { t } from '@svc-simulator/core';
import { pageTakes, runCommand } from '../../plain-command.ts';
import { parseStatuses } from '../../pos/pos-values.ts';
import { connectTerminal, terminalTakes } from '../../pos/terminal-connection.ts';
import { transactionListLines } from '../../pos/transaction-lines.ts';

export const declare = runCommand({
  takes: {
    '--status <statuses>': {
      text: 'one or several, such as PAID,VOID_PENDING, or all',
      parse: parseStatuses,
      fallback: ['PENDING'],
      otherwise: 'PENDING',
    },
    ...pageTakes,
    ...terminalTakes,
  },
  json: "print the transactions as the API's JSON",
  run: async ({ given, context, report, hint }) => {
    const { calls } = await connectTerminal(context, given);
    const { data, nextCursor } = await calls.list(given.status, given);
    report(data, (colours) => transactionListLines(data, colours, context.now()));
    const { program } = context;
    const [pending, voiding] = (['PENDING', 'VOID_PENDING'] as const).map((status) =>
      data.find((transaction) => transaction.status === status),
    );
    if (data.length === 0) {
      const what = given.status.join(t` or `);
      hint(t`nothing is ${what} here; ${program} pos create --amount 12.50 makes a transaction`);
    } else if (nextCursor !== null) hint(t`there are more: --cursor ${nextCursor}`);
    else if (pending) hint(`${program} pos pay ${pending.orderId}`);
    else if (voiding) hint(`${program} pos void ${voiding.orderId}`);
  },
});
