import { relative } from 'node:path';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { DeclareCommand } from '../command.ts';
import { configSchema, optionKind } from '../config/apply-config.ts';
import { type ConfigFile, findConfigFile } from '../config/config-file.ts';
import { findVariable, toOptions } from '../parameters.ts';
import { printResult, type ReportOptions } from '../rendering/report.ts';
import { alignColumns, printable, withoutSecrets } from '../rendering/text.ts';
import { applyConfigFile, createConfigOptions, startParameters } from '../start/start-parameters.ts';

interface ConfigOptions extends ReportOptions {
  readonly schema?: boolean;
}

interface SettingReport {
  readonly value: unknown;
  readonly source: 'flag' | 'environment' | 'file' | 'default';
  /** Name of the source: a flag, a variable or a file, such as `--port` or `SIM_PORT`. */
  readonly from?: string | undefined;
}

export const config: DeclareCommand = (command, context) => {
  const { t } = context;
  for (const option of toOptions(t, startParameters)) if (option.long !== '--json') command.addOption(option);
  applyConfigFile(command, context)
    .option('--json', t('cli.config.json'))
    .option('--schema', t('cli.config.schema'))
    .addHelpText('after', t('cli.config.help'))
    .action((options: ConfigOptions) => printConfig(command, context, options));
};

function printConfig(command: Command, context: CliContext, options: ConfigOptions): void {
  const { t } = context;
  if (options.schema) {
    context.stdout.write(`${JSON.stringify(configSchema(createConfigOptions(t)), null, 2)}\n`);
    return;
  }
  const file = findConfigFile(context.directory);
  const values = createConfigOptions(t).map(
    (option) => [option.attributeName(), resolveSetting(option, command, { context, file })] as const,
  );
  const data = { file: file?.path ?? null, settings: Object.fromEntries(values) };
  printResult(context, options, data, (style) =>
    alignColumns(
      values.flatMap(([name, { value, from }]) =>
        value === null
          ? []
          : [[style.bold(name), printable(value), style.dim(from ?? style.t('cli.config.default'))]],
      ),
    ),
  );
}

function resolveSetting(
  option: Option,
  command: Command,
  { context, file }: { readonly context: CliContext; readonly file: ConfigFile | null },
): SettingReport {
  const name = option.attributeName();
  const value = printableValue(option, command.getOptionValue(name));
  if (name === 'lang' && context.outputLanguage?.source !== undefined) {
    const { code, source: from } = context.outputLanguage;
    return { value: code, source: from === '--lang' ? 'flag' : 'environment', from };
  }
  switch (command.getOptionValueSource(name)) {
    case 'cli':
      return { value, source: 'flag', from: option.long };
    case 'env':
      return { value, source: 'environment', from: findVariable(option, context.env) };
    case 'config':
      return { value, source: 'file', from: file ? relative(context.directory, file.path) : undefined };
    default:
      return { value: value ?? defaultOf(context.t, option), source: 'default' };
  }
}

function printableValue(option: Option, value: unknown): unknown {
  if (value === undefined) return null;
  if (['metricsToken', 'operatorToken'].includes(option.attributeName())) return '…';
  if (typeof value !== 'string') return value;
  return optionKind(option) === 'object' ? JSON.parse(value) : withoutSecrets(value);
}

function defaultOf(t: Texts, option: Option): unknown {
  if (option.attributeName() === 'lang') return t.lang;
  if (optionKind(option) === 'boolean') return option.negate;
  const { defaultValueDescription: defaultText } = option;
  if (defaultText === undefined) return null;
  return optionKind(option) === 'integer' && /^\d+$/.test(defaultText) ? Number(defaultText) : defaultText;
}
