import { cancelTransaction } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { connect, takesConnection } from '../connection.ts';
import { logInMerchant, type MerchantOptions, takesMerchant } from '../pos/merchant-login.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { transactionLines } from '../rendering/transaction-lines.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends MerchantOptions, ReportOptions {}

export const declarePosCancel: Declare = (command, surroundings) => {
  command
    .argument('<order>', 'orderId of the transaction')
    .addHelpText(
      'after',
      '\nWhat is pending is cancelled at once; of what is paid, the terminal confirms the void.',
    );
  takesConnection(takesMerchant(command))
    .option('--json', "print the transaction as the API's JSON")
    .action((order: string, options: Options) => cancel(surroundings, order, options));
};

async function cancel(surroundings: Surroundings, order: string, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { id, headers } = await logInMerchant(connection, options);
  const params = { merchantId: id, orderId: order };
  const { data } = await connection.open().call(cancelTransaction, { params, headers });
  report(surroundings, options, data, (colours) => transactionLines([data], colours));
  if (data.status === 'VOID_PENDING')
    hint(surroundings, options, `${surroundings.program} pos void ${order}`);
}
