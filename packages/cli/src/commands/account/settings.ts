import { getSettings, initialSettings, updateSettings } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { wrongUsage } from '../../failures.ts';
import { didYouMean } from '../../input/similar.ts';
import { plainCommand } from '../../plain-command.ts';
import { fieldLines, plain } from '../../rendering/text.ts';

export const settingsCommands = {
  show: plainCommand({
    call: ({ connection }) => connection.console().call(getSettings),
    lines: (data, colours) => fieldLines(data, colours.dim),
  }),

  set: plainCommand({
    takes: { '<name=value...>': 'cli.settings.set.name' },
    call: ({ t, connection, words }) =>
      connection
        .console()
        .callUnchecked(updateSettings, { body: Object.fromEntries(words.map((word) => settingIn(t, word))) }),
    lines: (data, colours) => fieldLines(data, colours.dim),
  }),
};

/** `name=value`: JSON, or else a text. The API leaves names that it does not know alone. @throws CommandError for one */
function settingIn(t: Texts, pair: string): readonly [name: string, value: unknown] {
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  if (at > 0 && Object.hasOwn(initialSettings, name)) return [name, jsonOrText(pair.slice(at + 1))];
  const names = Object.keys(initialSettings);
  const told = t('cli.settings.no_setting_value_webhook', { pair: plain(pair), names: names.join(', ') });
  throw wrongUsage(`${told}${didYouMean(t, at > 0 ? name : pair, names)}`);
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
