import type { DataOf } from '@svc-simulator/client';
import {
  getKeys,
  getWebhookSecret,
  listTokens,
  replaceWebhookSecret,
  revokeToken,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { expectMeant, yesTakes } from '../../confirmation.ts';
import { passwordTakes } from '../../connection/connection.ts';
import { listCommand, pageOf, plainCommand } from '../../plain-command.ts';
import type { Colours } from '../../rendering/colours.ts';
import { ago, columns, fieldLines, plain } from '../../rendering/text.ts';

export const keysCommands = {
  list: listCommand({
    call: ({ connection, given }) => connection.console().call(listTokens, { query: pageOf(given) }),
    lines: (tokens, colours, nowMs) =>
      columns(
        tokens.map(({ token_id, kind, token_hint, created_at, last_used_at }) => [
          plain(token_id),
          kind,
          plain(token_hint),
          colours.dim(t`made ${ago(created_at, nowMs)}`),
          colours.dim(t`used ${ago(last_used_at, nowMs)}`),
        ]),
      ),
    ifEmpty: (program) => t`no token here; ${program} account login NAME makes one`,
  }),

  revoke: plainCommand({
    takes: { '<token-id>': 'its id, as sim keys list shows it: tok_…', ...passwordTakes, ...yesTakes },
    help: notUndone,
    call: async ({ connection, given, context }) => {
      const { tokenId: token_id } = given;
      const question = t`${plain(token_id)} and all that was made with it will open nothing any more. Revoke it?`;
      await expectMeant(context, question, given);
      return (await connection.fullConsole(given)).call(revokeToken, { params: { token_id } });
    },
    lines: ({ token_id }) => [t`revoked ${plain(token_id)}; it opens nothing any more`],
    next: (_revoked, { context: { program } }) => t`${program} account login SHORT_NAME gives another token`,
  }),

  show: plainCommand({
    call: ({ connection }) => connection.console().call(getKeys),
    lines: ({ account_id, merchant_id, keys, receivers }, colours) =>
      fieldLines(
        {
          account_id,
          ...(merchant_id !== null && { merchant_id }),
          token: keys
            .map(({ token_hint, revoked_at: end }) => (end ? t`${token_hint} (ended ${end})` : token_hint))
            .join(', '),
          ...receivers,
        },
        colours.dim,
      ),
  }),

  rotate: plainCommand({
    takes: { '--grace': 'the old one signs beside the new one for 24 hours', ...passwordTakes, ...yesTakes },
    help: notUndone,
    call: async ({ connection, given, context }) => {
      const { grace = false } = given;
      const question = t`Webhooks will be signed with a new secret, and receivers that have the one of now will refuse them. Replace it?`;
      await expectMeant(context, question, given);
      return (await connection.fullConsole(given)).call(replaceWebhookSecret, { body: { grace } });
    },
    lines: secretLines,
    next: (_secret, { context: { program } }) =>
      t`give it to your receiver, and start that again: ${program} env --dotenv .env writes it there`,
  }),

  'webhook-secret': plainCommand({
    call: ({ connection }) => connection.console().call(getWebhookSecret),
    lines: secretLines,
  }),
};

function notUndone(): string {
  return t`\nIt cannot be undone: on a terminal it asks before, elsewhere it wants --yes.`;
}

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
