import { mapValues } from '@svc-simulator/contract';
import { parseRates } from '@svc-simulator/core';
import { messageText } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { startTexts } from '@svc-simulator/texts/translated-error.ts';
import type { Command, Option } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DEFAULT_DATA_DIRECTORY } from '../connection/run-file.ts';
import {
  parseBaseUrl,
  parseDelay,
  parseHosts,
  parseRetentionDays,
  parseServedPort,
} from '../input/values.ts';
import { languageOption } from '../language.ts';
import { type ParameterSettings, type ParsedInput, toOptions } from '../parameters.ts';

export const startParameters = addVariables({
  '--port <n>': { text: 'cli.common.port', parse: parseServedPort, fallback: 4010 },
  '--host <address>': { text: 'cli.start.host', fallback: '127.0.0.1' },
  '--allow-host <hosts>': { text: 'cli.start.allow_host', parse: parseHosts },
  '--data <dir>': { text: 'cli.start.data', fallback: DEFAULT_DATA_DIRECTORY },
  '--ephemeral': 'cli.start.ephemeral',
  '--database <url>': 'cli.start.database',
  '--public-url <url>': { text: 'cli.start.public_url', parse: parseBaseUrl },
  '--tls': 'cli.start.tls',
  '--tls-cert <file>': 'cli.start.tls_cert',
  '--tls-key <file>': 'cli.start.tls_key',
  '--hosted': 'cli.start.hosted',
  '--trusted-proxy <who>': 'cli.start.trusted_proxy',
  '--quotas <json>': 'cli.start.quotas',
  '--metrics-token <token>': 'cli.start.metrics_token',
  '--operator-token <token>': { text: 'cli.operator.token', token: true },
  '--operator-token-file <file>': 'cli.operator.token_file',
  '--drain <ms>': { text: 'cli.start.drain', parse: parseDelay, fallbackKey: 'cli.start.drain_default' },
  '--retention-days <n>': { text: 'cli.start.retention_days', parse: parseRetentionDays, fallbackText: '14' },
  '--accreditation-delay <ms>': {
    text: 'field.accreditation_delay_ms',
    parse: parseDelay,
    fallbackText: '5000',
  },
  '--rates <json>': { text: 'cli.start.rates', parse: parseRateTable },
  '--durability <mode>': { text: 'cli.start.durability', choices: ['default', 'strict'] },
  '--no-demo': 'cli.start.no_demo',
  '--seed <file>': 'cli.start.seed',
  '--log <format>': { text: 'cli.start.log', choices: ['text', 'json'], fallbackText: 'text' },
  '--json': 'cli.start.json',
  '--quiet': 'cli.start.quiet',
});

/** Adds an environment variable to each option, such as SIM_DRAIN_MS to `--drain <ms>`. */
function addVariables<const T extends ParameterSettings>(parameters: T): T {
  return mapValues(parameters as ParameterSettings, (setting, flags) => {
    const name = flags
      .replace(/^--/, '')
      .replace(/ <(ms)>$/, '-$1')
      .replace(/ .*/, '');
    const env = `SIM_${name.replaceAll('-', '_').toUpperCase()}`;
    return { ...(typeof setting === 'string' ? { text: setting } : setting), env };
  }) as T;
}

export type StartOptions = ParsedInput<typeof startParameters>;

/** Checks the rates before the simulator does, so that the error names the flag or variable. */
function parseRateTable(t: Texts, json: string): string {
  const rates = parseRates(json);
  if (rates.ok) return json;
  throw new InvalidArgumentError(`${messageText(startTexts(t.lang), rates.refusal)}.`);
}

/** Applies the project's file to options that neither the command line nor the environment set. */
export function applyConfigFile(command: Command, context: CliContext): Command {
  return command.hook('preAction', async () => {
    const { applyConfig } = await import('../config/apply-config.ts');
    applyConfig(command, createConfigOptions(context.t), context);
  });
}

export function createConfigOptions(t: Texts): readonly Option[] {
  return [...toOptions(t, startParameters), languageOption(t)];
}
