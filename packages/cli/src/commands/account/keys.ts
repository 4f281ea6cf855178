import type { DataOf } from '@svc-simulator/client';
import {
  getKeys,
  getWebhookSecret,
  listTokens,
  replaceWebhookSecret,
  revokeToken,
  tokenView,
} from '@svc-simulator/contract';
import type { CliContext } from '../../cli-context.ts';
import { expectMeant, yesTakes } from '../../confirmation.ts';
import { passwordTakes } from '../../connection/connection.ts';
import { pageOf, plainCommand } from '../../plain-command.ts';
import type { Colours } from '../../rendering/report.ts';
import { columns, momentText, plain } from '../../rendering/text.ts';
import { fieldLines } from '../../rendering/view-lines.ts';
import { viewTexts } from '../../texts/area-texts.ts';
import { viewCommand } from '../../view-command.ts';

export const keysCommands = {
  list: viewCommand(tokenView, {
    call: ({ connection, given }) => connection.console().call(listTokens, { query: pageOf(given) }),
  }),

  revoke: plainCommand({
    takes: { '<token-id>': 'cli.keys.revoke.token_id', ...passwordTakes, ...yesTakes },
    help: notUndone,
    call: async ({ t, connection, given, context }) => {
      const { tokenId: token_id } = given;
      const question = t('cli.keys.revoke.all_made_open_nothing', { token_id: plain(token_id) });
      await expectMeant(context, question, given);
      return (await connection.fullConsole(given)).call(revokeToken, { params: { token_id } });
    },
    lines: ({ token_id }, { t }) => [
      t('cli.keys.revoke.revoked_opens_nothing_any', { token_id: plain(token_id) }),
    ],
    next: (_revoked, { t, context: { program } }) =>
      t('cli.keys.revoke.account_login_short_name', { program }),
  }),

  show: plainCommand({
    call: ({ connection }) => connection.console().call(getKeys),
    lines: ({ account_id, merchant_id, keys, receivers }, colours) =>
      fieldLines(
        'keys',
        {
          account_id,
          merchant_id,
          token_hint: keys
            .map(({ token_hint, revoked_at: end }) =>
              end ? colours.t('cli.keys.show.ended', { token_hint, end }) : token_hint,
            )
            .join(', '),
          ...receivers,
        },
        colours,
      ),
  }),

  rotate: plainCommand({
    takes: { '--grace': 'cli.keys.rotate.grace', ...passwordTakes, ...yesTakes },
    help: notUndone,
    call: async ({ t, connection, given, context }) => {
      const { grace = false } = given;
      const question = t('cli.keys.rotate.webhooks_signed_new_secret');
      await expectMeant(context, question, given);
      return (await connection.fullConsole(given)).call(replaceWebhookSecret, { body: { grace } });
    },
    lines: secretLines,
    next: (_secret, { t, context: { program } }) =>
      t('cli.keys.rotate.give_receiver_start_again', { program }),
  }),

  'webhook-secret': plainCommand({
    call: ({ connection }) => connection.console().call(getWebhookSecret),
    lines: secretLines,
  }),
};

function notUndone({ t }: CliContext): string {
  return t('cli.common.help');
}

function secretLines(
  { webhook_secret, previous }: DataOf<typeof getWebhookSecret>,
  colours: Colours,
): readonly string[] {
  const signs = previous && [
    '',
    plain(previous.webhook_secret),
    colours.t('cli.keys.signs', { signs_until: momentText(plain(previous.signs_until)) }),
  ];
  const label = viewTexts(colours.t.lang)('field.label.webhook_secret');
  return columns([[colours.dim(label), plain(webhook_secret)], ...(signs ? [signs] : [])]);
}
