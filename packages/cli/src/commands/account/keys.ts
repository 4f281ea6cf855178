import type { DataOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { passwordParameters } from '../../connection/connection.ts';
import { wrongUsage } from '../../failures.ts';
import { didYouMean } from '../../input/nearest.ts';
import { readYesNo } from '../../input/values.ts';
import type { Style } from '../../rendering/report.ts';
import { alignColumns, momentText, printable } from '../../rendering/text.ts';
import { fieldLines } from '../../rendering/view-lines.ts';
import { confirm, pageQuery, requestCommand, yesParameters } from '../../request-command.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { viewCommand } from '../../view-command.ts';

export const keysCommands = {
  list: viewCommand(api.tokenView, {
    call: ({ connection, values }) => connection.call(api.listTokens, { query: pageQuery(values) }),
  }),

  revoke: requestCommand({
    parameters: { '<token-id>': 'cli.keys.revoke.token_id', ...passwordParameters, ...yesParameters },
    call: async ({ t, connection, values, context }) => {
      const { tokenId: token_id } = values;
      const question = t('cli.keys.revoke.confirm', { token_id: printable(token_id) });
      await confirm(context, question, values);
      return (await connection.logIn(values)).call(api.revokeToken, { params: { token_id } });
    },
    lines: ({ token_id }, { t }) => [t('cli.keys.revoke.revoked', { token_id: printable(token_id) })],
    next: (_revoked, { t, context: { program } }) => t('cli.keys.revoke.get_another', { program }),
  }),

  show: requestCommand({
    call: ({ connection }) => connection.call(api.getKeys),
    lines: ({ account_id, merchant_id, keys, receivers }, style) =>
      fieldLines(
        'keys',
        {
          account_id,
          merchant_id,
          token_hint: keys
            .map(({ token_hint, revoked_at: end }) =>
              end ? style.t('cli.keys.show.ended', { token_hint, end }) : token_hint,
            )
            .join(', '),
          ...receivers,
        },
        style,
      ),
  }),

  rotate: requestCommand({
    parameters: { '--grace': 'cli.keys.rotate.grace', ...passwordParameters, ...yesParameters },
    call: async ({ t, connection, values, context }) => {
      const { grace = false } = values;
      const question = t('cli.keys.rotate.confirm');
      await confirm(context, question, values);
      return (await connection.logIn(values)).call(api.replaceWebhookSecret, { body: { grace } });
    },
    lines: secretLines,
    next: (_secret, { t, context: { program } }) => t('cli.keys.rotate.set_in_receiver', { program }),
  }),

  'webhook-secret': requestCommand({
    call: ({ connection }) => connection.call(api.getWebhookSecret),
    lines: secretLines,
  }),
};

/** Prints the secret without a label, so that scripts can use `$(sim keys webhook-secret)`. */
function secretLines(
  { webhook_secret, previous }: DataOf<typeof api.getWebhookSecret>,
  style: Style,
): readonly string[] {
  const previousRow = previous && [
    printable(previous.webhook_secret),
    style.t('cli.keys.used_until', { signs_until: momentText(printable(previous.signs_until)) }),
  ];
  return alignColumns([[printable(webhook_secret)], ...(previousRow ? [previousRow] : [])]);
}

export const settingsCommands = {
  show: requestCommand({ call: ({ connection }) => connection.call(api.getSettings), lines: settingLines }),

  set: requestCommand({
    parameters: { '<name=value...>': 'cli.settings.set.name' },
    call: ({ t, connection, words }) =>
      connection.callUnchecked(api.updateSettings, {
        body: Object.fromEntries(words.map((word) => parseSetting(t, word))),
      }),
    lines: settingLines,
  }),
};

function settingLines(data: object, { t: { lang }, dim }: Style): readonly string[] {
  const t = viewTexts(lang);
  return alignColumns(
    Object.entries(data).map(([name, value]) => [
      name,
      value === null ? '–' : printable(value),
      dim(api.labelOf(t, 'settings', name)),
    ]),
  );
}

/**
 * Parses `name=value`. The value is parsed as JSON; if it isn't valid JSON, it is a string.
 * @throws CommandError for an unknown name, which the API would ignore
 */
function parseSetting(t: Texts, pair: string): readonly [name: string, value: unknown] {
  const separator = pair.indexOf('=');
  const name = pair.slice(0, separator);
  if (separator > 0 && api.isNameOf(api.initialSettings, name))
    return [name, parseSettingValue(name, pair.slice(separator + 1))];
  const names = Object.keys(api.initialSettings);
  const message = t('cli.settings.unknown_setting', { pair: printable(pair), names: names.join(', ') });
  throw wrongUsage(`${message}${didYouMean(t, separator > 0 ? name : pair, names)}`);
}

function parseSettingValue(name: api.SettingName, text: string): unknown {
  const yesOrNo = api.settingKindOf(name) === 'flag' ? readYesNo(text) : undefined;
  return yesOrNo ?? jsonOrText(text);
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
