import type { DataOf } from '@svc-simulator/client';
import {
  getKeys,
  getWebhookSecret,
  listTokens,
  replaceWebhookSecret,
  revokeToken,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { passwordTakes } from '../../connection/connection.ts';
import { listCommand, pageOf, plainCommand } from '../../plain-command.ts';
import type { Colours } from '../../rendering/colours.ts';
import { columns, distance, fieldLines, plain } from '../../rendering/text.ts';

export const keysCommands = {
  list: listCommand({
    call: ({ connection, given }) => connection.console().call(listTokens, { query: pageOf(given) }),
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
    takes: { '<token-id>': 'its id, as sim keys list shows it: tok_…', ...passwordTakes },
    call: async ({ connection, given }) =>
      (await connection.fullConsole(given)).call(revokeToken, { params: { token_id: given.tokenId } }),
    lines: ({ token_id }) => [t`revoked ${plain(token_id)}; it opens nothing any more`],
  }),

  show: plainCommand({
    call: ({ connection }) => connection.console().call(getKeys),
    lines: ({ account_id, merchant_id, keys, receivers }, colours) =>
      fieldLines(
        {
          account_id,
          ...(merchant_id !== null && { merchant_id }),
          token: keys.map(({ token_hint }) => token_hint).join(', '),
          ...receivers,
        },
        colours.dim,
      ),
  }),

  rotate: plainCommand({
    takes: { '--grace': 'the old one signs beside the new one for 24 hours', ...passwordTakes },
    call: async ({ connection, given }) =>
      (await connection.fullConsole(given)).call(replaceWebhookSecret, {
        body: { grace: given.grace ?? false },
      }),
    lines: secretLines,
  }),

  'webhook-secret': plainCommand({
    call: ({ connection }) => connection.console().call(getWebhookSecret),
    lines: secretLines,
  }),
};

function secretLines(
  { webhook_secret, previous }: DataOf<typeof getWebhookSecret>,
  colours: Colours,
): readonly string[] {
  const signs = previous && [
    colours.dim('previous'),
    plain(previous.webhook_secret),
    t`signs until ${plain(previous.signs_until)}`,
  ];
  return columns([[colours.dim('webhook_secret'), plain(webhook_secret)], ...(signs ? [signs] : [])]);
}
