import { type CurrencyCode, createTransaction, currencies } from '@svc-simulator/contract';
import { Option } from 'commander';
import type { Declare } from '../command-tree.ts';
import { connect, takesConnection } from '../connection.ts';
import { logInMerchant, type MerchantOptions, takesMerchant } from '../pos/merchant-login.ts';
import { uuidFrom } from '../pos/seeded-draws.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { transactionLines } from '../rendering/transaction-lines.ts';
import type { Surroundings } from '../surroundings.ts';
import { parseAmount } from '../values.ts';

interface Options extends MerchantOptions, ReportOptions {
  readonly amount: number;
  readonly currency: CurrencyCode;
  readonly order?: string;
  readonly terminal?: string;
  readonly client?: string;
  readonly allowAmountChange?: boolean;
}

export const declarePosCreate: Declare = (command, surroundings) => {
  command
    .option('--amount <n>', 'amount in the reference currency', parseAmount, 10)
    .addOption(new Option('--currency <code>', 'reference currency').choices(currencies).default('USD'))
    .option('--order <uuid>', 'orderId; default: a new one')
    .option('--terminal <serial>', 'only for this terminal; default: every terminal of the merchant sees it')
    .option('--client <id>', "the customer's identification")
    .option('--allow-amount-change', 'the terminal may change the amount');
  takesConnection(takesMerchant(command))
    .option('--json', "print the transaction as the API's JSON")
    .action((options: Options) => create(surroundings, options));
};

async function create(surroundings: Surroundings, options: Options): Promise<void> {
  const { amount, currency, order, terminal, client, allowAmountChange } = options;
  const connection = await connect(surroundings, options);
  const { id, headers } = await logInMerchant(connection, options);
  const body = {
    orderId: order ?? uuidFrom(surroundings.randomPassword()),
    amountReference: amount,
    currencyReference: currency,
    ...(terminal !== undefined && { terminalSerial: terminal }),
    ...(client !== undefined && { clientIdentification: client }),
    ...(allowAmountChange && { allowAmountChange }),
  };
  const { data } = await connection
    .open()
    .call(createTransaction, { params: { merchantId: id }, body, headers });
  report(surroundings, options, data, (colours) => transactionLines([data], colours));
  hint(surroundings, options, `${surroundings.program} pos pay ${data.orderId}`);
}
