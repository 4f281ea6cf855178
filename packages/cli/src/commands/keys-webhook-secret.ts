import { getWebhookSecret, replaceWebhookSecret } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { CommandError } from '../failures.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { columns, plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly rotate?: boolean;
  readonly grace?: boolean;
}

export const declareKeysWebhookSecret: Declare = (command, surroundings) => {
  command
    .option('--rotate', 'replace it by a new one')
    .option('--grace', 'with --rotate: the old one signs beside the new one for 24 hours');
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => webhookSecret(surroundings, options));
};

async function webhookSecret(surroundings: Surroundings, options: Options): Promise<void> {
  const { rotate = false, grace = false } = options;
  if (grace && !rotate)
    throw new CommandError('usage', '--grace says how a secret is replaced; pass --rotate too');
  const client = (await connect(surroundings, options)).console();
  const { data } = rotate
    ? await client.call(replaceWebhookSecret, { body: { grace } })
    : await client.call(getWebhookSecret);
  const { webhook_secret, previous } = data;
  report(surroundings, options, data, (colours) =>
    columns([
      [colours.dim('webhook_secret'), plain(webhook_secret)],
      ...(previous
        ? [
            [
              colours.dim('previous'),
              plain(previous.webhook_secret),
              `signs until ${plain(previous.signs_until)}`,
            ],
          ]
        : []),
    ]),
  );
}
