import { relative } from 'node:path';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { configSchema, kindOf } from '../config/apply-config.ts';
import { type ConfigFile, configFileFor } from '../config/config-file.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { columns, plain, withoutSecrets } from '../rendering/text.ts';
import { readsConfig, settings, startTakes } from '../start/start-takes.ts';
import { optionsOf, variableOf } from '../takes.ts';

interface ConfigOptions extends ReportOptions {
  readonly schema?: boolean;
}

/** A setting: its value, and the flag, variable or file that set it. */
interface Held {
  readonly value: unknown;
  readonly source: 'flag' | 'environment' | 'file' | 'default';
  readonly from?: string | undefined;
}

export const config: Declare = (command, context) => {
  const { t } = context;
  for (const option of optionsOf(t, startTakes)) if (option.long !== '--json') command.addOption(option);
  readsConfig(command, context)
    .option('--json', t('cli.config.json'))
    .option('--schema', t('cli.config.schema'))
    .addHelpText('after', t('cli.config.help'))
    .action((options: ConfigOptions) => printConfig(command, context, options));
};

function printConfig(command: Command, context: CliContext, options: ConfigOptions): void {
  const { t } = context;
  if (options.schema) {
    context.stdout.write(`${JSON.stringify(configSchema(settings(t)), null, 2)}\n`);
    return;
  }
  const file = configFileFor(context.directory);
  const values = settings(t).map(
    (option) => [option.attributeName(), heldOf(option, command, { context, file })] as const,
  );
  const data = { file: file?.path ?? null, settings: Object.fromEntries(values) };
  report(context, options, data, (colours) =>
    columns(
      values.flatMap(([name, { value, from }]) =>
        value === null
          ? []
          : [[colours.bold(name), plain(value), colours.dim(from ?? colours.t('cli.config.default'))]],
      ),
    ),
  );
}

function heldOf(
  option: Option,
  command: Command,
  { context, file }: { readonly context: CliContext; readonly file: ConfigFile | null },
): Held {
  const name = option.attributeName();
  const value = printableValue(option, command.getOptionValue(name));
  if (name === 'lang' && context.reader?.from !== undefined) {
    const { code, from } = context.reader;
    return { value: code, source: from === '--lang' ? 'flag' : 'environment', from };
  }
  switch (command.getOptionValueSource(name)) {
    case 'cli':
      return { value, source: 'flag', from: option.long };
    case 'env':
      return { value, source: 'environment', from: variableOf(option, context.env) };
    case 'config':
      return { value, source: 'file', from: file ? relative(context.directory, file.path) : undefined };
    default:
      return { value: value ?? defaultOf(context.t, option), source: 'default' };
  }
}

function printableValue(option: Option, value: unknown): unknown {
  if (value === undefined) return null;
  if (option.attributeName() === 'metricsToken') return '…';
  if (typeof value !== 'string') return value;
  return kindOf(option) === 'object' ? JSON.parse(value) : withoutSecrets(value);
}

function defaultOf(t: Texts, option: Option): unknown {
  if (option.attributeName() === 'lang') return t.lang;
  if (kindOf(option) === 'boolean') return option.negate;
  const { defaultValueDescription: described } = option;
  if (described === undefined) return null;
  return kindOf(option) === 'integer' && /^\d+$/.test(described) ? Number(described) : described;
}
