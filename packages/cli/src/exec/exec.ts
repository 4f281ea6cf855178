import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { TraceEvent } from '@svc-simulator/contract';
import { jsonLine } from '@svc-simulator/core';
import { logNotice } from '@svc-simulator/machine/log.ts';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { addToNoProxy } from '@svc-simulator/machine/proxies.ts';
import {
  accountEnvironment,
  createSimulator,
  type Log,
  type Simulator,
  type SimulatorOptions,
} from '@svc-simulator/simulator';
import { message, messageText } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { startTexts, type TranslatedError } from '@svc-simulator/texts/translated-error.ts';
import type { CliContext } from '../cli-context.ts';
import type { DeclareCommand } from '../command.ts';
import { connect } from '../connection/connection.ts';
import { fetchTrace } from '../connection/session-filter.ts';
import { writeJunitError } from '../expectations/junit.ts';
import { CommandError, ReportedError, refusal, toCommandError } from '../failures.ts';
import { parsePort } from '../input/values.ts';
import { declareParameters, defineParameters, type ParsedInput } from '../parameters.ts';
import {
  causeDetails,
  causeEventTypes,
  causeLine,
  causesIn,
  type FailureCause,
  traceLine,
} from '../rendering/causes.ts';
import { styleFor } from '../rendering/report.ts';
import { printable } from '../rendering/text.ts';
import { createLog } from '../start/output.ts';
import { explainStartFailure, readSeedOption, rethrowDemoError, simulatorOptions } from '../start/start.ts';
import { applyConfigFile, type StartOptions, startParameters } from '../start/start-parameters.ts';
import { JobChecks } from './job-checks.ts';
import { type CommandEnd, runChildCommand, startFailureCodes } from './run-command.ts';
import { ShutdownNoise } from './shutdown-noise.ts';

/**
 * Options of `sim exec` itself. Port, directory and database have no environment variables here, because
 * SIM_PORT and the others are set for a permanent simulator.
 */
const execParameters = defineParameters({
  '<command...>': 'cli.exec.command',
  '--trace-file <file>': 'cli.exec.trace_file',
  '--junit <file>': 'cli.exec.junit',
  '--port <n>': {
    text: 'cli.exec.port',
    parse: parsePort,
    fallback: 0,
    fallbackKey: 'cli.exec.port_default',
  },
  '--data <dir>': { text: 'cli.exec.data', fallbackKey: 'cli.exec.data_default' },
  '--ephemeral': 'cli.exec.ephemeral',
  '--database <url>': 'cli.exec.database',
  '--json': 'cli.exec.json',
});

type ExecOptions = ParsedInput<typeof execParameters> & Omit<StartOptions, 'data' | 'quiet'>;

/**
 * Options of `sim start` that have no use here: the output belongs to the command, and no client uses the
 * simulator during its shutdown.
 */
const omittedOptions = ['--quiet', '--drain <ms>'];

export const declareExec: DeclareCommand = (command, context) => {
  const startOptionParameters = Object.entries(startParameters).filter(
    ([flags]) => !Object.hasOwn(execParameters, flags) && !omittedOptions.includes(flags),
  );
  declareParameters(context.t, command, { ...execParameters, ...Object.fromEntries(startOptionParameters) });
  applyConfigFile(command, context)
    .addHelpText('after', context.t('cli.exec.help', { program: context.program }))
    .action((words: readonly string[], options: ExecOptions) => exec(context, words, options));
};

const overridingVariables = ['SIM_MOCK', 'SIM_KEY', 'SIM_DATA'];

/**
 * Runs a command with a simulator of its own.
 * @throws ReportedError with the command's exit code if it isn't 0
 * @throws CommandError if the simulator can't start
 */
async function exec(context: CliContext, words: readonly string[], options: ExecOptions): Promise<void> {
  const { junit } = options;
  const checks = junit === undefined ? null : await JobChecks.create(context, junit);
  try {
    await runJob(context, words, options, checks);
  } catch (error) {
    await writeJunitError(context, junit, 'exec', error);
    throw error;
  } finally {
    await checks?.close();
  }
}

async function runJob(
  context: CliContext,
  words: readonly string[],
  options: ExecOptions,
  checks: JobChecks | null,
): Promise<void> {
  const log = createLog(context, { ...options, quiet: true });
  const seed = await readSeedOption(context, options);
  const startOptions = { ...buildSimulatorOptions(context, options, log), ...seed };
  const simulator = await createSimulator(startOptions).catch(
    explainStartFailure(context, options.data ?? ''),
  );
  const stopWatchingRejections = context.onStrayRejection((reason) =>
    logNotice(log, 'error', message('start.unexpected'), {
      cause: reason instanceof Error ? reason.stack : reason,
    }),
  );
  const file = options.traceFile === undefined ? null : resolve(context.directory, options.traceFile);
  const shutdownNoise = new ShutdownNoise(simulator, context.elapsed);
  const trace = file === null ? null : new TraceFile(context.t, file, simulator, shutdownNoise);
  let commandEnd: CommandEnd;
  let causes: readonly FailureCause[] = [];
  // Loaded only on use, because few simulators have https.
  const trust =
    simulator.caCertificate &&
    (await (await import('./trust-environment.ts')).trustEnvironment(simulator.caCertificate, context.env));
  try {
    const account = await simulator.demo.catch(rethrowDemoError(context.t));
    const inheritedVariables = Object.entries(context.env).filter(
      ([name]) => !overridingVariables.includes(name),
    );
    const env = {
      ...Object.fromEntries(inheritedVariables),
      ...accountEnvironment(simulator.url, account),
      ...addToNoProxy(new URL(simulator.url), context.env),
      ...trust?.env,
      ...checks?.env,
    };
    let failure: TranslatedError | undefined;
    simulator.onBroken((error) => {
      failure = error;
    });
    commandEnd = await runChildCommand(context, words, env);
    shutdownNoise.end();
    if (failure) throw refusal(messageText(startTexts(context.t.lang), failure.reason));
    // An error while reading the causes must not hide the command's result.
    if (commandEnd.exitCode !== 0)
      causes = await readCauses(context, simulator, shutdownNoise).catch(() => []);
  } finally {
    await simulator.close();
    await trust?.close();
    stopWatchingRejections();
  }
  await checks?.write(words, commandEnd).catch(deferToExitCode(context, commandEnd));
  const traceSummary = trace && (await trace.write().catch(deferToExitCode(context, commandEnd)));
  reportResult(context, options, { words, ...commandEnd, traceSummary, causes });
  if (commandEnd.exitCode !== 0) throw new ReportedError(commandEnd.exitCode);
}

function buildSimulatorOptions(context: CliContext, options: ExecOptions, log: Log): SimulatorOptions {
  const { data, database, hosted, ephemeral } = options;
  const isInMemory = ephemeral === true || data === undefined;
  const startOptions = { ...options, ephemeral: isInMemory, data: data ?? '', drain: 0 };
  return {
    ...simulatorOptions(context, startOptions, log),
    throwaway: isInMemory && database === undefined && !hosted,
  };
}

/** Returns why webhooks of the demo account failed. */
async function readCauses(
  context: CliContext,
  { url, demo }: Simulator,
  shutdownNoise: ShutdownNoise,
): Promise<readonly FailureCause[]> {
  const account = await demo;
  if (!account) return [];
  const connection = await connect(context, { mock: url, key: account.token });
  const query = { type: causeEventTypes, order: 'desc', limit: 1000 };
  const { data } = await fetchTrace(connection, query);
  return causesIn(context.t, shutdownNoise.filter(data.toReversed()));
}

/**
 * Returns a `catch` handler. If the command failed, the handler only prints the error, so that `sim exec`
 * exits with the command's code.
 */
function deferToExitCode({ t, stderr }: CliContext, { exitCode }: CommandEnd): (error: unknown) => null {
  return (error) => {
    if (exitCode === 0 || !(error instanceof CommandError)) throw error;
    stderr.write(`${t('machine.error')} ${printable(error.message, 500)}\n`);
    return null;
  };
}

interface ExecResult extends CommandEnd {
  readonly words: readonly string[];
  readonly traceSummary: { readonly events: number } | null;
  readonly causes: readonly FailureCause[];
}

function reportResult(
  { t, stderr, env }: CliContext,
  { json, traceFile }: ExecOptions,
  { words, exitCode, why, traceSummary, causes }: ExecResult,
): void {
  const { notes, members } = causeDetails(causes);
  if (json) {
    const trace_file = traceSummary && traceFile;
    const facts = { command: words, exit_code: exitCode, why, trace_file, ...traceSummary, ...members };
    stderr.write(`${jsonLine(facts)}\n`);
    return;
  }
  const traceWritten =
    traceSummary && t('cli.exec.events', { count: traceSummary.events, traceFile: printable(traceFile) });
  const hint =
    traceFile === undefined && !startFailureCodes.includes(exitCode) ? t('cli.exec.trace_file_hint') : '';
  if (exitCode === 0 && !traceWritten) return;
  const outcomeText = exitCode === 0 ? t('cli.exec.succeeded') : why;
  const text = `sim exec: ${printable(words.join(' '), 60)} ${outcomeText}${traceWritten ? t('cli.exec.trace_summary', { trace: traceWritten }) : hint}`;
  const { dim } = styleFor(stderr, { t, env });
  for (const line of [dim(text), ...notes]) stderr.write(`${line}\n`);
}

class TraceFile {
  readonly #t: Texts;
  readonly #file: string;
  readonly #shutdownNoise: ShutdownNoise;
  readonly #events: { readonly accountId: string; readonly json: string }[] = [];

  constructor(t: Texts, file: string, simulator: Simulator, shutdownNoise: ShutdownNoise) {
    this.#t = t;
    this.#file = file;
    this.#shutdownNoise = shutdownNoise;
    simulator.onEvent((event) => this.#events.push(event));
  }

  /**
   * Writes JSON lines if the name ends in `.jsonl` or `.ndjson`, else lines as `sim trace` prints them.
   * @throws CommandError if the file can't be written
   */
  async write(): Promise<{ readonly events: number }> {
    const lines = /\.(jsonl|ndjson)$/i.test(this.#file) ? this.#jsonLines() : this.#textLines();
    const text = lines.map((line) => `${line}\n`).join('');
    await makeDirectory(dirname(this.#file))
      .then(() => writeFile(this.#file, text))
      .catch(
        toCommandError(this.#t, (code) => this.#t('cli.exec.trace_not_written', { file: this.#file, code })),
      );
    return { events: this.#events.length };
  }

  #jsonLines(): string[] {
    return this.#events.map(({ accountId, json }) =>
      jsonLine({ account_id: accountId, ...JSON.parse(json) }),
    );
  }

  #textLines(): string[] {
    const style = styleFor({ isTerminal: false }, { t: this.#t, env: {} });
    const events: TraceEvent[] = this.#events.map(({ json }) => JSON.parse(json));
    const causes = causesIn(this.#t, this.#shutdownNoise.filter(events));
    return [...events.map((event) => traceLine(event, style)), ...causes.map(causeLine)];
  }
}
