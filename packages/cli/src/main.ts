import { closeSync, writeSync } from 'node:fs';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import { type CliEnvironment, environmentOfProcess } from './cli-context.ts';
import { runInLanguage } from './language.ts';

/** EPIPE: the reader has closed the pipe. EIO: the terminal was closed. */
const closedOutputCodes: readonly (string | undefined)[] = ['EPIPE', 'EIO'];
const STDIO = [0, 1, 2];

/**
 * Runs a program in a real process and exits with its code after all output is written. Lost output is a
 * failure, except if the reader stopped early, as in `sim trace --follow | head`.
 */
export async function runProcess(
  process: NodeJS.Process,
  name: string,
  program: (environment: CliEnvironment) => Promise<number>,
): Promise<void> {
  const environment = environmentOfProcess(process, name);
  let outputError: unknown;
  let hasHandledError = false;
  let isEnding = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (stream === process.stdout && !closedOutputCodes.includes(error.code)) outputError ??= error;
      // Output during the exit also fails, and must not start a second exit.
      if (hasHandledError) return;
      hasHandledError = true;
      // Ends a long-running command as if its terminal had been closed, so that a simulator saves its data.
      // Other commands have no listener for SIGHUP.
      if (!process.emit('SIGHUP')) exitProcess();
    });
  }
  process.on('exit', releaseClosedTerminal);
  process.exitCode = await program(environment);
  process.stdout.write('', (error) => {
    if (error && !closedOutputCodes.includes(errorCode(error))) outputError ??= error;
    exitProcess();
  });

  async function exitProcess(): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    if (outputError !== undefined) {
      process.exitCode = LOST_OUTPUT;
      await reportLostOutput(environment, outputError);
    }
    process.stderr.write('', () => process.exit());
  }
}

/** Exit code if output was lost, even if the command itself succeeded. */
const LOST_OUTPUT = 1;

function reportLostOutput(environment: CliEnvironment, error: unknown): Promise<number> {
  return runInLanguage(environment, async ({ t, stderr }) => {
    const cause = t('machine.output_lost', { error: fileFault(t, error) });
    stderr.write(`${t('machine.error')} ${cause}\n`);
    return LOST_OUTPUT;
  });
}

/**
 * Closes the file descriptors of terminals that no longer exist. At exit, Node restores the settings of each
 * open terminal, and would abort for one that is gone.
 */
function releaseClosedTerminal(): void {
  for (const fd of STDIO) {
    try {
      writeSync(fd, '');
    } catch (error) {
      if (errorCode(error) === 'EIO') closeSync(fd);
    }
  }
}
