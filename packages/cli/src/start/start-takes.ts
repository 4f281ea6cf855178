import { parseRates } from '@svc-simulator/core';
import { worded } from '@svc-simulator/texts/message.ts';
import { startTexts } from '@svc-simulator/texts/said-error.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { DATA_DEFAULT } from '../connection/run-file.ts';
import { parseBaseUrl, parseDelay, parsePort } from '../input/values.ts';
import { type Given, taking } from '../takes.ts';

/** What `sim start` takes; a project's file may set it, too. */
export const startTakes = taking({
  '--port <n>': {
    text: 'cli.common.port',
    parse: parsePort,
    fallback: 4010,
    env: 'SIM_PORT',
  },
  '--host <address>': { text: 'cli.start.host', fallback: '127.0.0.1', env: 'SIM_HOST' },
  '--data <dir>': { text: 'cli.start.data', fallback: DATA_DEFAULT, env: 'SIM_DATA' },
  '--ephemeral': { text: 'cli.start.ephemeral', env: 'SIM_EPHEMERAL' },
  '--database <url>': {
    text: 'cli.start.database',
    env: 'SIM_DATABASE',
  },
  '--public-url <url>': {
    text: 'cli.start.public_url',
    parse: parseBaseUrl,
    env: 'SIM_PUBLIC_URL',
  },
  '--tls': {
    text: 'cli.start.tls',
    env: 'SIM_TLS',
  },
  '--tls-cert <file>': {
    text: 'cli.start.tls_cert',
    env: 'SIM_TLS_CERT',
  },
  '--tls-key <file>': { text: 'cli.start.tls_key', env: 'SIM_TLS_KEY' },
  '--hosted': {
    text: 'cli.start.hosted',
    env: 'SIM_HOSTED',
  },
  '--trusted-proxy <who>': {
    text: 'cli.start.trusted_proxy',
    env: 'SIM_TRUSTED_PROXY',
  },
  '--quotas <json>': {
    text: 'cli.start.quotas',
    env: 'SIM_QUOTAS',
  },
  '--metrics-token <token>': {
    text: 'cli.start.metrics_token',
    env: 'SIM_METRICS_TOKEN',
  },
  '--drain <ms>': {
    text: 'cli.start.drain',
    parse: parseDelay,
    otherwiseText: 'cli.start.drain_default',
    env: 'SIM_DRAIN_MS',
  },
  '--accreditation-delay <ms>': {
    text: 'cli.start.accreditation_delay',
    parse: parseDelay,
    otherwise: '5000',
    env: 'SIM_ACCREDITATION_DELAY_MS',
  },
  '--rates <json>': {
    text: 'cli.start.rates',
    parse: parseRateTable,
    env: 'SIM_RATES',
  },
  '--durability <mode>': {
    text: 'cli.start.durability',
    choices: ['default', 'strict'],
    env: 'SIM_DURABILITY',
  },
  '--no-demo': { text: 'cli.start.no_demo', env: 'SIM_NO_DEMO' },
  '--seed <file>': {
    text: 'cli.start.seed',
    env: 'SIM_SEED',
  },
  '--log <format>': {
    text: 'cli.start.log',
    choices: ['text', 'json'],
    otherwise: 'text',
    env: 'SIM_LOG',
  },
  '--json': { text: 'cli.start.json', env: 'SIM_JSON' },
  '--quiet': { text: 'cli.start.quiet', env: 'SIM_QUIET' },
});
export type StartOptions = Given<typeof startTakes>;

/** Says which flag or variable is wrong; the simulator itself would only say what is wrong with the rates. */
function parseRateTable(t: Texts, json: string): string {
  const rates = parseRates(json);
  if (rates.ok) return json;
  throw new InvalidArgumentError(`${worded(startTexts(t.lang), rates.refusal)}.`);
}
