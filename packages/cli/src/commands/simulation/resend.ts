import { resendDelivery } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { type Call, plainCommand } from '../../plain-command.ts';
import { columns, plain } from '../../rendering/text.ts';

interface Options {
  readonly asNew?: boolean;
}

export const declareResend = plainCommand({
  takes: (command) =>
    command
      .argument('<delivery>', 'id of the delivery: delivery_id in sim trace --type webhook.emitted --json')
      .option('--as-new', 'under a fresh idempotency key, as if it were another webhook'),
  call: ({ connection, options: { asNew = false } }: Call<Options>, delivery_id) =>
    connection.api().call(resendDelivery, { params: { delivery_id }, body: { as_new: asNew } }),
  lines: ({ delivery_id, event, route, url, idempotency_key }, colours, _nowMs, { options }) =>
    columns([
      [colours.dim(t`delivery`), delivery_id],
      [colours.dim('webhook'), `${plain(event)}, ${route} → ${plain(url)}`],
      [colours.dim('idempotency-key'), `${idempotency_key}${options.asNew ? t` (new)` : ''}`],
    ]),
  next: ({ session_id }, { context: { program } }) => `${program} trace --session ${session_id}`,
});
