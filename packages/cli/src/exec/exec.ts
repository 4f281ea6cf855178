import { resolve } from 'node:path';
import { t, translatedForeign } from '@svc-simulator/core';
import { noProxyWith } from '@svc-simulator/machine/proxies.ts';
import {
  accountEnvironment,
  createSimulator,
  type Log,
  type SimulatorOptions,
} from '@svc-simulator/simulator';
import type { CliContext } from '../cli-context.ts';
import { CommandError, refusal, ToldFailure } from '../failures.ts';
import { parsePort } from '../input/values.ts';
import { coloursFor } from '../rendering/colours.ts';
import { plain } from '../rendering/text.ts';
import { logOf } from '../start/log.ts';
import { asCommandError, noDemoAccount, seedOf, simulatorOptions } from '../start/start.ts';
import type { StartOptions } from '../start/start-takes.ts';
import { type Given, taking } from '../takes.ts';
import { type End, runCommand } from './run-command.ts';
import { TraceFile } from './trace-file.ts';

/** A port, a directory or a database that the environment names is that of a simulator which runs on, so only flags count here. */
export const execTakes = taking({
  '<command...>': 'the command and its words, after --',
  '--trace-file <file>': 'when the command fails, write everything that happened here; .jsonl: as JSON',
  '--trace-always': 'write it when the command succeeds, too',
  '--port <n>': { text: 'port to listen on', parse: parsePort, fallback: 0, otherwise: 'any free one' },
  '--data <dir>': { text: 'keep everything here', otherwise: 'in memory only' },
  '--ephemeral': 'keep everything in memory only, as without it',
  '--database <url>': 'keep everything in this PostgreSQL database',
  '--json': 'say at the end, as a line of JSON on stderr, how the command ended',
});
export type ExecOptions = Given<typeof execTakes> & Omit<StartOptions, 'data' | 'quiet'>;

/** Names that would win over those that the command is given. */
const overriding = ['SIM_MOCK', 'SIM_KEY', 'SIM_DATA'];

/**
 * Runs a command beside a simulator of its own.
 * @throws ToldFailure with the command's exit code when that is not 0.
 * @throws CommandError when the simulator cannot start.
 */
export async function exec(
  context: CliContext,
  words: readonly string[],
  options: ExecOptions,
): Promise<void> {
  const log = logOf(context, { ...options, quiet: true });
  const seed = await seedOf(context, options);
  const asked = { ...optionsOf(context, options, log), ...seed };
  const simulator = await createSimulator(asked).catch(asCommandError);
  const ignoreStray = context.onStrayRejection((reason) =>
    log('error', 'unexpected, please report this', {
      cause: reason instanceof Error ? reason.stack : reason,
    }),
  );
  const file = options.traceFile === undefined ? null : resolve(context.directory, options.traceFile);
  const trace = file === null ? null : new TraceFile(file, simulator);
  let end: End;
  // Loaded by those who serve https.
  const trust =
    simulator.trust &&
    (await (await import('./trust-environment.ts')).trustEnvironment(simulator.trust, context.env));
  try {
    const account = await simulator.demo.catch(noDemoAccount);
    const inherited = Object.entries(context.env).filter(([name]) => !overriding.includes(name));
    const env = {
      ...Object.fromEntries(inherited),
      ...accountEnvironment(simulator.url, account),
      ...noProxyWith(new URL(simulator.url), context.env),
      ...trust?.env,
    };
    let broken: Error | undefined;
    simulator.onBroken((error) => {
      broken = error;
    });
    end = await runCommand(context, words, env);
    if (broken) throw refusal(translatedForeign(broken.message));
  } finally {
    await simulator.close();
    await trust?.close();
    ignoreStray();
  }
  const isWanted = end.exitCode !== 0 || options.traceAlways;
  const written = trace && isWanted ? await trace.write().catch(toldBeside(context, end)) : null;
  tell(context, options, { words, ...end, written });
  if (end.exitCode !== 0) throw new ToldFailure(end.exitCode);
}

function optionsOf(context: CliContext, options: ExecOptions, log: Log): SimulatorOptions {
  const { data, database, hosted, ephemeral } = options;
  const inMemory = ephemeral === true || data === undefined;
  const asStart = { ...options, ephemeral: inMemory, data: data ?? '', drain: 0 };
  return {
    ...simulatorOptions(context, asStart, log),
    throwaway: inMemory && database === undefined && !hosted,
  };
}

/** The exit code of a command that failed matters more than a trace that could not be written. */
function toldBeside({ stderr }: CliContext, { exitCode }: End): (error: unknown) => null {
  return (error) => {
    if (exitCode === 0 || !(error instanceof CommandError)) throw error;
    stderr.write(`${t`error:`} ${plain(error.message, 500)}\n`);
    return null;
  };
}

/** What was run, and how it ended. */
interface Told extends End {
  readonly words: readonly string[];
  readonly written: { readonly events: number } | null;
}

function tell(
  { stderr, env }: CliContext,
  { json, traceFile }: ExecOptions,
  { words, exitCode, why, written }: Told,
): void {
  if (json) {
    const facts = { command: words, exit_code: exitCode, why, trace_file: written && traceFile, ...written };
    stderr.write(`${JSON.stringify(facts)}\n`);
    return;
  }
  const kept =
    written &&
    (written.events === 1
      ? t`1 event in ${plain(traceFile)}`
      : t`${written.events} events in ${plain(traceFile)}`);
  const hint = traceFile === undefined ? t`; --trace-file FILE keeps what the simulator saw` : '';
  if (exitCode === 0 && !kept) return;
  const how = exitCode === 0 ? t`succeeded` : why;
  const text = `sim exec: ${plain(words.join(' '), 60)} ${how}${kept ? t`; what the simulator saw: ${kept}` : hint}`;
  stderr.write(`${coloursFor(stderr, env).dim(text)}\n`);
}
