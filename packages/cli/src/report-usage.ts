import { jsonLine } from '@svc-simulator/core';
import type { Command, CommanderError } from 'commander';
import type { CliContext } from './cli-context.ts';
import { didYouMean } from './input/nearest.ts';
import { wantsJson } from './language.ts';
import { describeParameter, findConflict } from './parameters.ts';
import { quoteWord, withoutSecrets } from './rendering/text.ts';
import { nextSteps, translatePlaceholder, translatePlaceholders } from './usage-texts.ts';

export function reportUsage(context: CliContext, command: Command, error: CommanderError): void {
  const { t, stderr, words } = context;
  const { text, hint = '' } = explainFault(context, command, error);
  if (wantsJson(words)) {
    const detail = withoutSecrets(text);
    const next = nextSteps(context, 'usage', usagePath(command));
    stderr.write(`${jsonLine({ title: t('cli.failure.wrong_usage'), detail, ...next })}\n`);
    return;
  }
  const path = [command.parent ? context.program : context.startedCommand, usagePath(command)]
    .filter(Boolean)
    .join(' ');
  const lines = [`${t('machine.error')} ${withoutSecrets(text)}`, hint, t('help.program.see_help', { path })];
  stderr.write(`${lines.filter(Boolean).join('\n')}\n`);
}

function usagePath(command: Command): string {
  const { parent } = command;
  return parent ? `${usagePath(parent)} ${command.name()}`.trim() : '';
}

interface UsageFault {
  readonly text: string;
  readonly hint?: string;
}

function explainFault(context: CliContext, command: Command, { code, message }: CommanderError): UsageFault {
  const { t, words } = context;
  const { args, registeredArguments, options } = command;
  switch (code) {
    case 'commander.missingArgument': {
      const missing = registeredArguments.find(
        ({ required }, index) => required && args[index] === undefined,
      );
      if (!missing) break;
      const text = t('help.usage.argument_missing', { name: translatePlaceholder(t, missing.name()) });
      return { text, hint: `  ${describeParameter(t, missing)}` };
    }
    case 'commander.missingMandatoryOptionValue': {
      const missing = options.find(
        (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
      );
      if (!missing) break;
      const text = t('help.usage.option_missing', { option: translatePlaceholders(t, missing.flags) });
      return { text, hint: `  ${describeParameter(t, missing)}` };
    }
    case 'commander.optionMissingArgument': {
      // Only the last word can be an option without its value.
      const option = options.find(({ long, short }) => [long, short].includes(words.at(-1)));
      if (!option) break;
      return { text: t('help.usage.value_missing', { option: translatePlaceholders(t, option.flags) }) };
    }
    case 'commander.conflictingOption': {
      const [one, conflict] = findConflict(command);
      if (!one || !conflict) break;
      const flags = {
        option: translatePlaceholders(t, one.flags),
        other: translatePlaceholders(t, conflict.flags),
      };
      return { text: t('help.usage.conflict', flags) };
    }
    case 'commander.unknownOption': {
      const optionWord = args.find((word) => word.startsWith('-')) ?? '';
      const flags = options.map(({ long }) => long ?? '');
      const suggestion = didYouMean(t, optionWord, [...flags, '--help']);
      return {
        text: t('help.usage.option_unknown', { typed: optionWord, meant: suggestion }),
        hint: wordOrderHint(context, command, optionWord),
      };
    }
    case 'commander.unknownCommand': {
      const [typed = ''] = args;
      const suggestion = didYouMean(
        t,
        typed,
        command.commands.map((each) => each.name()),
      );
      return { text: t('help.usage.command_unknown', { command: typed, meant: suggestion }) };
    }
    case 'commander.excessArguments': {
      const counts = { expected: registeredArguments.length, got: args.length };
      return { text: t('help.usage.too_many', { command: command.name(), ...counts }) };
    }
  }
  return { text: message };
}

function wordOrderHint({ t, program, words }: CliContext, command: Command, optionWord: string): string {
  if (/^-\d/.test(optionWord)) return t('help.program.no_time_below_0');
  if (command.parent === null && command.commands.length > 1) return t('help.program.options_after');
  const [calledWord = '-'] = command.args;
  if (command.name() !== 'exec' || calledWord.startsWith('-')) return '';
  const index = words.indexOf(calledWord);
  const line = [program, ...[...words.slice(0, index), '--', ...words.slice(index)].map(quoteWord)].join(' ');
  return t('help.program.dashes_before_command', { line });
}
