import { parseRates, t, translatedForeign } from '@svc-simulator/core';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { EnvOption } from '../connection/env-option.ts';
import { DATA_DEFAULT } from '../connection/run-file.ts';
import { parseBaseUrl, parseDelay, parsePort } from '../input/values.ts';
import { languageOption } from '../language.ts';
import { type StartOptions, start } from '../start/start.ts';

export const declareStart: Declare = (command, context) => {
  for (const option of startOptions()) command.addOption(option);
  readsConfig(command, context)
    .addHelpText(
      'after',
      t`\nIt runs until SIGINT (Ctrl+C) or SIGTERM, then saves everything and exits with 0. On a terminal single keys do things: ? shows them.`,
    )
    .action((given: StartOptions) => start(context, given));
};

/** Has the project's file set what the command line and the environment leave open. */
export function readsConfig(command: Command, context: CliContext): Command {
  return command.hook('preAction', async () => {
    const { applyConfig } = await import('../config/apply-config.ts');
    applyConfig(command, settings(), context);
  });
}

/** Every option that the project's file may set. */
export function settings(): readonly Option[] {
  return [...startOptions(), languageOption()];
}

export function startOptions(): readonly Option[] {
  return [
    new EnvOption('--port <n>', 'port to listen on; 0 takes any free one', 'SIM_PORT')
      .argParser(parsePort)
      .default(4010),
    new EnvOption('--host <address>', 'address to listen on', 'SIM_HOST').default('127.0.0.1'),
    new EnvOption('--data <dir>', 'where everything is kept', 'SIM_DATA').default(DATA_DEFAULT),
    new EnvOption('--ephemeral', 'keep everything in memory only', 'SIM_EPHEMERAL'),
    new EnvOption(
      '--database <url>',
      'keep everything in this PostgreSQL database instead, which several instances may share',
      'SIM_DATABASE',
    ),
    new EnvOption(
      '--public-url <url>',
      'address of the payment pages, when it is another',
      'SIM_PUBLIC_URL',
    ).argParser(parseBaseUrl),
    new EnvOption(
      '--tls',
      'serve https, with a certificate of a local authority that is made once and kept in the data directory',
      'SIM_TLS',
    ),
    new EnvOption(
      '--tls-cert <file>',
      'serve https with this certificate (PEM, with its chain)',
      'SIM_TLS_CERT',
    ),
    new EnvOption('--tls-key <file>', 'the key of --tls-cert (PEM)', 'SIM_TLS_KEY'),
    new EnvOption(
      '--hosted',
      'serve many teams: webhooks reach private addresses through relays only; no demo account',
      'SIM_HOSTED',
    ),
    new EnvOption(
      '--trusted-proxy <who>',
      'whose X-Forwarded-For counts, hosted: how many proxies in a row, or their addresses and ranges (10.0.0.0/8,fd00::/8)',
      'SIM_TRUSTED_PROXY',
    ),
    new EnvOption(
      '--quotas <json>',
      'what an account may have, hosted, such as \'{"sessions":20000,"stored_mib":500}\'',
      'SIM_QUOTAS',
    ),
    new EnvOption(
      '--metrics-token <token>',
      'opens /metrics, which a hosted simulator shows to nobody else',
      'SIM_METRICS_TOKEN',
    ),
    new EnvOption(
      '--drain <ms>',
      'from a stop signal, when /ready turns 503, to the last request',
      'SIM_DRAIN_MS',
    )
      .argParser(parseDelay)
      .default(undefined, '5000 when hosted, else 0'),
    new EnvOption('--accreditation-delay <ms>', 'from payment to accreditation', 'SIM_ACCREDITATION_DELAY_MS')
      .argParser(parseDelay)
      .default(undefined, '5000'),
    new EnvOption('--rates <json>', 'VES per unit, such as \'{"USD":"130.50"}\'', 'SIM_RATES').argParser(
      parseRateTable,
    ),
    new EnvOption(
      '--durability <mode>',
      'strict: an answer waits until the disk itself has the change',
      'SIM_DURABILITY',
    ).choices(['default', 'strict']),
    new EnvOption('--no-demo', 'make no demo account', 'SIM_NO_DEMO'),
    new EnvOption(
      '--seed <file>',
      'make the accounts of this snapshot in place of the demo account; those that are there already stay as they are',
      'SIM_SEED',
    ),
    new EnvOption(
      '--log <format>',
      'of the log on stderr; json: no banner and no events on stdout',
      'SIM_LOG',
    )
      .choices(['text', 'json'])
      .default(undefined, 'text'),
    new EnvOption('--json', 'a line of JSON when ready, then one for each event of the trace', 'SIM_JSON'),
    new EnvOption('--quiet', 'no banner and no events; warnings and errors only', 'SIM_QUIET'),
  ];
}

/** Says which flag or variable is wrong; the simulator itself would only say what is wrong with the rates. */
function parseRateTable(json: string): string {
  const rates = parseRates(json);
  if (rates.ok) return json;
  const { detail, title } = rates.refusal;
  throw new InvalidArgumentError(`${translatedForeign(detail ?? title)}.`);
}
