import { resendDelivery } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly asNew?: boolean;
}

export const declareResend: Declare = (command, surroundings) => {
  command
    .argument('<delivery>', 'id of the delivery: delivery_id in sim trace --type webhook.emitted --json')
    .option('--as-new', 'under a fresh idempotency key, as if it were another webhook');
  takesConnection(command)
    .option('--json', "print the new delivery as the API's JSON")
    .action((delivery: string, options: Options) => resend(surroundings, delivery, options));
};

async function resend(surroundings: Surroundings, delivery: string, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.api().call(resendDelivery, {
    params: { delivery_id: delivery },
    body: { as_new: options.asNew === true },
  });
  report(surroundings, options, data, (colours) => [
    `${colours.dim('delivery')}         ${data.delivery_id}`,
    `${colours.dim('webhook')}          ${plain(data.event)}, ${data.route} → ${plain(data.url)}`,
    `${colours.dim('idempotency-key')}  ${data.idempotency_key}${options.asNew ? ' (new)' : ''}`,
  ]);
  hint(surroundings, options, `${surroundings.program} trace --session ${data.session_id}`);
}
