import { getWebhookSecret, listTokens, replaceWebhookSecret, revokeToken } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { CommandError } from '../../failures.ts';
import { type Call, listCommand, pageOf, plainCommand } from '../../plain-command.ts';
import { columns, distance, plain } from '../../rendering/text.ts';

interface SecretOptions {
  readonly rotate?: boolean;
  readonly grace?: boolean;
}

export const keysCommands = {
  list: listCommand({
    call: ({ connection, options }) => connection.console().call(listTokens, { query: pageOf(options) }),
    lines: (tokens, colours, nowMs) =>
      columns(
        tokens.map(({ token_id, kind, token_hint, created_at, last_used_at }) => [
          plain(token_id),
          kind,
          plain(token_hint),
          colours.dim(t`made ${distance(Date.parse(created_at), nowMs)}`),
          colours.dim(t`used ${distance(Date.parse(last_used_at), nowMs)}`),
        ]),
      ),
    ifEmpty: (program) => t`no token here; ${program} account login NAME makes one`,
  }),

  revoke: plainCommand({
    takes: (command) => command.argument('<token-id>', 'as `keys list` shows it: tok_…'),
    call: ({ connection }, token_id) => connection.console().call(revokeToken, { params: { token_id } }),
    lines: ({ token_id }) => [t`revoked ${plain(token_id)}; it opens nothing any more`],
  }),

  'webhook-secret': plainCommand({
    takes: (command) =>
      command
        .option('--rotate', 'replace it by a new one')
        .option('--grace', 'with --rotate: the old one signs beside the new one for 24 hours'),
    call: ({ connection, options: { rotate, grace = false } }: Call<SecretOptions>) => {
      if (grace && !rotate)
        throw new CommandError('usage', t`--grace says how a secret is replaced; pass --rotate too`);
      return rotate
        ? connection.console().call(replaceWebhookSecret, { body: { grace } })
        : connection.console().call(getWebhookSecret);
    },
    lines: ({ webhook_secret, previous }, colours) =>
      columns([
        [colours.dim('webhook_secret'), plain(webhook_secret)],
        ...(previous
          ? [
              [
                colours.dim('previous'),
                plain(previous.webhook_secret),
                t`signs until ${plain(previous.signs_until)}`,
              ],
            ]
          : []),
      ]),
  }),
};
