import { resolve } from 'node:path';
import faults from 'texts:fault?by-language';
import problems from 'texts:problem?by-language';
import startArea from 'texts:start?by-language';
import words from 'texts:word?by-language';
import { createClient } from '@svc-simulator/client';
import { createLoginLink, getHealth, withoutUndefined } from '@svc-simulator/contract';
import { jsonLine } from '@svc-simulator/core';
import { logNotice } from '@svc-simulator/machine/log.ts';
import {
  createSimulator,
  type DemoAccount,
  isOwnMachine,
  type Log,
  type Simulator,
  type SimulatorOptions,
  StartError,
  urlHost,
} from '@svc-simulator/simulator';
import { message, messageText } from '@svc-simulator/texts/message.ts';
import { type Texts, textsIn } from '@svc-simulator/texts/texts.ts';
import { startTexts, type TranslatedError } from '@svc-simulator/texts/translated-error.ts';
import { version } from '../../../../package.json';
import type { CliContext } from '../cli-context.ts';
import type { DeclareCommand } from '../command.ts';
import { DEFAULT_DATA_DIRECTORY, readRunFile } from '../connection/run-file.ts';
import { CommandError, refusal, wrongUsage } from '../failures.ts';
import { operatorTokenOption } from '../input/operator-token.ts';
import { readInputText } from '../input/session-body.ts';
import { declareParameters } from '../parameters.ts';
import { styleFor } from '../rendering/report.ts';
import { quoteWord } from '../rendering/text.ts';
import { caFileOf, keepRunFile } from './keep-run-file.ts';
import { type BannerFacts, bannerLines, createLog, EventPrinter } from './output.ts';
import { applyConfigFile, type StartOptions, startParameters } from './start-parameters.ts';
import { firstStopSignal } from './stop-signal.ts';

const PORT_OWNER_TIMEOUT_MS = 1000;
/**
 * A hosted simulator still serves this long after a stop signal, so that load balancers can stop sending
 * requests first.
 */
const HOSTED_DRAIN_MS = 5000;

export const startCommand: DeclareCommand = (command, context) => {
  declareParameters(context.t, command, startParameters);
  applyConfigFile(command, context)
    .addHelpText('after', context.t('cli.start.help'))
    .action((options: StartOptions) => start(context, options));
};

/**
 * Runs a simulator until the first stop signal (contract section 8).
 * @throws CommandError if it can't start
 */
export async function start(context: CliContext, options: StartOptions): Promise<void> {
  const log = createLog(context, options);
  const seed = await readSeedOption(context, options);
  const operator = await operatorTokenOption(context, options);
  const startOptions = { ...simulatorOptions(context, options, log), ...seed, ...operator };
  if (startOptions.hosted) await context.keepHeapSmall();
  else if (startOptions.quotas) logNotice(log, 'warn', message('start.quotas.hosted'));
  if (operator.operatorToken !== undefined && !startOptions.hosted)
    logNotice(log, 'warn', message('start.operator_token.hosted'));
  const simulator = await createSimulator(startOptions).catch(async (error: unknown) => {
    await explainTakenPort(context, options, error);
    return explainStartFailure(context, options.data)(error);
  });
  for (const name of simulator.migrations)
    logNotice(log, 'info', message('start.database.migrated', { name }));
  const stopSignal = firstStopSignal(context);
  const stopWatchingRejections = context.onStrayRejection((reason) =>
    logNotice(log, 'error', message('start.unexpected'), {
      cause: reason instanceof Error ? reason.stack : reason,
    }),
  );
  const printer = new EventPrinter(context, options);
  if (printsEvents(options)) simulator.onEvent((event) => printer.add(event));
  let removeRunFile = async () => {};
  try {
    const account = await simulator.demo.catch(rethrowDemoError(context.t));
    const seededAccounts = await simulator.seededAccounts;
    removeRunFile = await keepRunFile(context, {
      data: options.data,
      simulator,
      account,
      seededAccounts,
      log,
    });
    const loginUrl = await createLoginUrl(options, simulator, account);
    announce(context, options, simulator, { account, seededAccounts, loginUrl });
    if (options.log === 'json')
      log('info', 'ready', { url: simulator.url, publicUrl: simulator.publicUrl, version });
    printer.open();
    const failure = await Promise.race([stopSignal.signal.then(() => null), waitUntilBroken(simulator)]);
    if (failure) throw refusal(messageText(startTexts(context.t.lang), failure.reason));
    if (options.log === 'json') log('info', 'stopping');
    else if (!options.quiet && !options.json) context.stderr.write(`${context.t('cli.start.stopping')}\n`);
  } finally {
    await simulator.close();
    await removeRunFile();
    printer.flush();
    stopWatchingRejections();
    stopSignal.release();
  }
}

function waitUntilBroken(simulator: Simulator): Promise<TranslatedError> {
  return new Promise((resolve) => simulator.onBroken(resolve));
}

export function simulatorOptions(
  { t, directory, ownsProcess }: CliContext,
  options: StartOptions,
  log: Log,
): SimulatorOptions {
  const { port, host, ephemeral, database, publicUrl, hosted = false, rates, durability } = options;
  const {
    allowHost: allowedHosts,
    trustedProxy,
    quotas,
    metricsToken,
    accreditationDelay: accreditationDelayMs,
    retentionDays,
  } = options;
  const isPrivate = isOwnMachine(host) && publicUrl === undefined;
  return {
    port,
    host,
    version,
    log,
    hosted,
    ownsProcess,
    data: ephemeral ? null : resolve(directory, options.data),
    // Cheap password hashes are safe here: only this machine reaches the simulator, and no hash is stored.
    // Real hashes would take half of the startup time.
    throwaway: isPrivate && ephemeral === true && database === undefined && !hosted,
    demo: options.demo && !hosted,
    drainMs: options.drain ?? (hosted ? HOSTED_DRAIN_MS : 0),
    tls: readTlsFiles(t, directory, options) ?? options.tls ?? false,
    ...withoutUndefined({ trustedProxy, quotas, metricsToken, database, publicUrl, rates, durability }),
    ...withoutUndefined({ accreditationDelayMs, allowedHosts, retentionDays }),
  };
}

/**
 * Returns the files of `--tls-cert` and `--tls-key`; null if neither is given.
 * @throws CommandError if only one is given
 */
function readTlsFiles(t: Texts, directory: string, { tlsCert, tlsKey }: StartOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined) throw wrongUsage(t('cli.start.tls_needs_both'));
  return { cert: resolve(directory, tlsCert), key: resolve(directory, tlsKey) };
}

function isForPeople({ json, quiet, log }: StartOptions): boolean {
  return !json && !quiet && log !== 'json';
}

/** With a JSON log, a program reads the output, so events are printed only if it asked for them (`--json`). */
function printsEvents({ quiet, json, log }: StartOptions): boolean {
  return !quiet && (json === true || log !== 'json');
}

/** @throws CommandError if the file can't be read */
export async function readSeedOption(
  context: CliContext,
  { seed }: Pick<StartOptions, 'seed'>,
): Promise<Pick<SimulatorOptions, 'seed'>> {
  return seed === undefined ? {} : { seed: await readInputText(context.t, context, seed) };
}

/**
 * If another simulator uses the port, reports it with its data directory.
 * @throws CommandError
 */
async function explainTakenPort(
  { t, deadline }: CliContext,
  { host, port }: StartOptions,
  error: unknown,
): Promise<void> {
  if (!(error instanceof StartError) || error.code !== 'EADDRINUSE') return;
  const baseUrl = `http://${urlHost(host)}:${port}`;
  const otherSimulator = await createClient({ baseUrl, signal: deadline(PORT_OWNER_TIMEOUT_MS) })
    .call(getHealth)
    .catch(() => null);
  if (!otherSimulator) return;
  const { data_directory: data } = otherSimulator.data;
  const owner = data === undefined ? '' : t('cli.start.data_of_owner', { data });
  throw refusal(t('cli.start.port_taken', { port, owner }));
}

/**
 * Returns a `catch` handler that explains why a start failed. If another simulator has locked the data
 * directory, the message names that simulator.
 */
export function explainStartFailure({ t, directory, program }: CliContext, data: string) {
  return async (error: unknown): Promise<never> => {
    if (error instanceof StartError && error.code === 'STORE_LOCKED') {
      const directoryPath = resolve(directory, data);
      const run = await readRunFile(t, directoryPath).catch(() => null);
      if (run)
        throw refusal(
          t('cli.start.already_running', { place: directoryPath, url: run.url, pid: run.pid, program }),
        );
    }
    return rethrowStartError(t)(error);
  };
}

export function rethrowStartError({ lang }: Texts): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof StartError)) throw error;
    // Loads the texts of API problems, because errors in a seed file use them.
    const areas = await Promise.all([startArea, problems, faults, words].map((area) => area[lang]()));
    const failureText = messageText(textsIn(lang, ...areas), error.reason);
    throw new CommandError(error.code === 'BAD_OPTION' ? 'usage' : 'refused', failureText);
  };
}

export function rethrowDemoError(t: Texts): (error: unknown) => Promise<never> {
  return async (error) => {
    if (error instanceof StartError) return rethrowStartError(t)(error);
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(t('cli.start.no_demo_account', { why: reason }));
  };
}

/**
 * Creates a one-time login link; null if programs read the output, if other machines can reach the simulator,
 * or if it uses https.
 */
async function createLoginUrl(
  options: StartOptions,
  { url, publicUrl }: Simulator,
  account: DemoAccount | null,
): Promise<string | null> {
  if (!account || !isForPeople(options) || !isOwnMachine(options.host) || publicUrl !== url) return null;
  if (url.startsWith('https:')) return null;
  const client = createClient({ baseUrl: url, token: account.console_token });
  return client.call(createLoginLink).then(
    ({ data }) => data.url,
    () => null,
  );
}

function announce(
  context: CliContext,
  options: StartOptions,
  { url, publicUrl, caCertificate }: Simulator,
  accountFacts: Pick<BannerFacts, 'account' | 'seededAccounts' | 'loginUrl'>,
): void {
  const { t, stdout, pid, program } = context;
  const { json, ephemeral, database, data } = options;
  const { account, seededAccounts } = accountFacts;
  const accounts = seededAccounts.length > 0 && { accounts: seededAccounts };
  if (json) stdout.write(`${jsonLine({ url, pid, account, ...accounts, ...caFileOf(caCertificate) })}\n`);
  if (!isForPeople(options)) return;
  const dataFlag = data === DEFAULT_DATA_DIRECTORY ? '' : ` --data ${quoteWord(data)}`;
  const storage = database === undefined ? (ephemeral ? null : data) : t('cli.start.postgresql');
  const authorityFile = caCertificate?.file ?? null;
  const facts = { version, url, publicUrl, ...accountFacts, data: storage, authorityFile, program, dataFlag };
  stdout.write(`${bannerLines(facts, styleFor(stdout, context)).join('\n')}\n`);
}
