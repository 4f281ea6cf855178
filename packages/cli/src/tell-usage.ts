import { jsonLine } from '@svc-simulator/core';
import type { Command, CommanderError } from 'commander';
import type { CliContext } from './cli-context.ts';
import { didYouMean } from './input/nearest.ts';
import { isForPrograms } from './language.ts';
import { quoteWord, withoutSecrets } from './rendering/text.ts';
import { conflictIn, descriptionOf } from './takes.ts';
import { nextSteps, placeIn, withPlaces } from './usage-texts.ts';

export function tellUsage(context: CliContext, command: Command, error: CommanderError): void {
  const { t, stderr, words } = context;
  const { text, hint = '' } = faultOf(context, command, error);
  if (isForPrograms(words)) {
    const detail = withoutSecrets(text);
    const next = nextSteps(context, 'usage', pathOf(command));
    stderr.write(`${jsonLine({ title: t('cli.failure.wrong_usage'), detail, ...next })}\n`);
    return;
  }
  const path = [command.parent ? context.program : context.self, pathOf(command)].filter(Boolean).join(' ');
  const lines = [`${t('machine.error')} ${withoutSecrets(text)}`, hint, t('help.program.see_help', { path })];
  stderr.write(`${lines.filter(Boolean).join('\n')}\n`);
}

function pathOf(command: Command): string {
  const { parent } = command;
  return parent ? `${pathOf(parent)} ${command.name()}`.trim() : '';
}

interface Fault {
  readonly text: string;
  readonly hint?: string;
}

/** Explains a usage error from commander's code and the command. */
function faultOf(context: CliContext, command: Command, { code, message }: CommanderError): Fault {
  const { t, words } = context;
  const { args, registeredArguments, options } = command;
  switch (code) {
    case 'commander.missingArgument': {
      const missing = registeredArguments.find(({ required }, at) => required && args[at] === undefined);
      if (!missing) break;
      const text = t('help.usage.argument_missing', { name: placeIn(t, missing.name()) });
      return { text, hint: `  ${descriptionOf(t, missing)}` };
    }
    case 'commander.missingMandatoryOptionValue': {
      const missing = options.find(
        (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
      );
      if (!missing) break;
      const text = t('help.usage.option_missing', { option: withPlaces(t, missing.flags) });
      return { text, hint: `  ${descriptionOf(t, missing)}` };
    }
    case 'commander.optionMissingArgument': {
      // Only the last word can lack its value.
      const bare = options.find(({ long, short }) => [long, short].includes(words.at(-1)));
      if (!bare) break;
      return { text: t('help.usage.value_missing', { option: withPlaces(t, bare.flags) }) };
    }
    case 'commander.conflictingOption': {
      const [one, other] = conflictIn(command);
      if (!one || !other) break;
      const flags = { option: withPlaces(t, one.flags), other: withPlaces(t, other.flags) };
      return { text: t('help.usage.conflict', flags) };
    }
    case 'commander.unknownOption': {
      const optionWord = args.find((word) => word.startsWith('-')) ?? '';
      const flags = options.map(({ long }) => long ?? '');
      const meant = didYouMean(t, optionWord, [...flags, '--help']);
      return {
        text: t('help.usage.option_unknown', { typed: optionWord, meant }),
        hint: hintOf(context, command, optionWord),
      };
    }
    case 'commander.unknownCommand': {
      const [typed = ''] = args;
      const meant = didYouMean(
        t,
        typed,
        command.commands.map((each) => each.name()),
      );
      return { text: t('help.usage.command_unknown', { command: typed, meant }) };
    }
    case 'commander.excessArguments': {
      const counts = { expected: registeredArguments.length, got: args.length };
      return { text: t('help.usage.too_many', { command: command.name(), ...counts }) };
    }
  }
  return { text: message };
}

/** Suggests words that are missing before an unknown option. */
function hintOf({ t, program, words }: CliContext, command: Command, optionWord: string): string {
  if (/^-\d/.test(optionWord)) return t('help.program.no_time_below_0');
  if (command.parent === null && command.commands.length > 1) return t('help.program.options_after');
  const [called = '-'] = command.args;
  if (command.name() !== 'exec' || called.startsWith('-')) return '';
  const at = words.indexOf(called);
  const line = [program, ...[...words.slice(0, at), '--', ...words.slice(at)].map(quoteWord)].join(' ');
  return t('help.program.dashes_before_command', { line });
}
