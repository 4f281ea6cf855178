import { getSettings, initialSettings, labelOf, updateSettings } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { wrongUsage } from '../../failures.ts';
import { didYouMean, yesOrNo } from '../../input/values.ts';
import { plainCommand } from '../../plain-command.ts';
import type { Colours } from '../../rendering/report.ts';
import { columns, plain } from '../../rendering/text.ts';
import { viewTexts } from '../../texts/area-texts.ts';

export const settingsCommands = {
  show: plainCommand({
    call: ({ connection }) => connection.console().call(getSettings),
    lines: settingLines,
  }),

  set: plainCommand({
    takes: { '<name=value...>': 'cli.settings.set.name' },
    call: ({ t, connection, words }) =>
      connection
        .console()
        .callUnchecked(updateSettings, { body: Object.fromEntries(words.map((word) => settingIn(t, word))) }),
    lines: settingLines,
  }),
};

/** Each setting as `set` takes it, and what people call it. */
function settingLines(data: object, { t: { lang }, dim }: Colours): readonly string[] {
  const t = viewTexts(lang);
  return columns(
    Object.entries(data).map(([name, value]) => [
      name,
      value === null ? '–' : plain(value),
      dim(labelOf(t, 'settings', name)),
    ]),
  );
}

/** `name=value`: JSON, or else a text. The API leaves names that it does not know alone. @throws CommandError for one */
function settingIn(t: Texts, pair: string): readonly [name: string, value: unknown] {
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  if (at > 0 && Object.hasOwn(initialSettings, name)) return [name, valueIn(name, pair.slice(at + 1))];
  const names = Object.keys(initialSettings);
  const told = t('cli.settings.no_setting_value_webhook', { pair: plain(pair), names: names.join(', ') });
  throw wrongUsage(`${told}${didYouMean(t, at > 0 ? name : pair, names)}`);
}

function valueIn(name: string, text: string): unknown {
  const isFlag = typeof Object.entries(initialSettings).find(([known]) => known === name)?.[1] === 'boolean';
  return (isFlag ? yesOrNo(text) : undefined) ?? jsonOrText(text);
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
