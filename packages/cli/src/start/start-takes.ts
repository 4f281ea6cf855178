import { parseRates, translatedForeign } from '@svc-simulator/core';
import { InvalidArgumentError } from 'commander';
import { DATA_DEFAULT } from '../connection/run-file.ts';
import { parseBaseUrl, parseDelay, parsePort } from '../input/values.ts';
import { type Given, taking } from '../takes.ts';

/** What `sim start` takes; a project's file may set it, too. */
export const startTakes = taking({
  '--port <n>': {
    text: 'port to listen on; 0 takes any free one',
    parse: parsePort,
    fallback: 4010,
    env: 'SIM_PORT',
  },
  '--host <address>': { text: 'address to listen on', fallback: '127.0.0.1', env: 'SIM_HOST' },
  '--data <dir>': { text: 'where everything is kept', fallback: DATA_DEFAULT, env: 'SIM_DATA' },
  '--ephemeral': { text: 'keep everything in memory only', env: 'SIM_EPHEMERAL' },
  '--database <url>': {
    text: 'keep everything in this PostgreSQL database instead, which several instances may share',
    env: 'SIM_DATABASE',
  },
  '--public-url <url>': {
    text: 'address of the payment pages, when it is another',
    parse: parseBaseUrl,
    env: 'SIM_PUBLIC_URL',
  },
  '--tls': {
    text: 'serve https, with a certificate of a local authority that is made once and kept in the data directory',
    env: 'SIM_TLS',
  },
  '--tls-cert <file>': {
    text: 'serve https with this certificate (PEM, with its chain)',
    env: 'SIM_TLS_CERT',
  },
  '--tls-key <file>': { text: 'the key of --tls-cert (PEM)', env: 'SIM_TLS_KEY' },
  '--hosted': {
    text: 'serve many teams: webhooks reach private addresses through relays only; no demo account',
    env: 'SIM_HOSTED',
  },
  '--trusted-proxy <who>': {
    text: 'whose X-Forwarded-For counts, hosted: how many proxies in a row, or their addresses and ranges (10.0.0.0/8,fd00::/8)',
    env: 'SIM_TRUSTED_PROXY',
  },
  '--quotas <json>': {
    text: 'what an account may have, hosted, such as \'{"sessions":20000,"stored_mib":500}\'',
    env: 'SIM_QUOTAS',
  },
  '--metrics-token <token>': {
    text: 'opens /metrics, which a hosted simulator shows to nobody else',
    env: 'SIM_METRICS_TOKEN',
  },
  '--drain <ms>': {
    text: 'from a stop signal, when /ready turns 503, to the last request',
    parse: parseDelay,
    otherwise: '5000 when hosted, else 0',
    env: 'SIM_DRAIN_MS',
  },
  '--accreditation-delay <ms>': {
    text: 'from payment to accreditation',
    parse: parseDelay,
    otherwise: '5000',
    env: 'SIM_ACCREDITATION_DELAY_MS',
  },
  '--rates <json>': {
    text: 'VES per unit, such as \'{"USD":"130.50"}\'',
    parse: parseRateTable,
    env: 'SIM_RATES',
  },
  '--durability <mode>': {
    text: 'strict: an answer waits until the disk itself has the change',
    choices: ['default', 'strict'],
    env: 'SIM_DURABILITY',
  },
  '--no-demo': { text: 'make no demo account', env: 'SIM_NO_DEMO' },
  '--seed <file>': {
    text: 'make the accounts of this snapshot in place of the demo account; those that are there already stay as they are',
    env: 'SIM_SEED',
  },
  '--log <format>': {
    text: 'of the log on stderr; json: no banner and no events on stdout',
    choices: ['text', 'json'],
    otherwise: 'text',
    env: 'SIM_LOG',
  },
  '--json': { text: 'a line of JSON when ready, then one for each event of the trace', env: 'SIM_JSON' },
  '--quiet': { text: 'no banner and no events; warnings and errors only', env: 'SIM_QUIET' },
});
export type StartOptions = Given<typeof startTakes>;

/** Says which flag or variable is wrong; the simulator itself would only say what is wrong with the rates. */
function parseRateTable(json: string): string {
  const rates = parseRates(json);
  if (rates.ok) return json;
  const { detail, title } = rates.refusal;
  throw new InvalidArgumentError(`${translatedForeign(detail ?? title)}.`);
}
