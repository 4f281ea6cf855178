import { closeSync, writeSync } from 'node:fs';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import { type CliEnvironment, environmentOfProcess } from './cli-context.ts';
import { runInLanguage } from './language.ts';

/** EPIPE: the reader has closed the pipe. EIO: the terminal was closed. */
const closedOutputCodes: readonly (string | undefined)[] = ['EPIPE', 'EIO'];
const STDIO = [0, 1, 2];

/**
 * Runs a program in a real process and exits with its code once all output is written. A reader that stops
 * early (`sim trace --follow | head`) is no failure, but other lost output is.
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
      // Output during the exit fails too and must not start a second exit.
      if (hasHandledError) return;
      hasHandledError = true;
      // Ends a long-running command as if its terminal had been closed, so that the simulator saves.
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

/** Exit code for lost output, whatever the command's own result. */
const LOST_OUTPUT = 1;

function reportLostOutput(environment: CliEnvironment, error: unknown): Promise<number> {
  return runInLanguage(environment, async ({ t, stderr }) => {
    const cause = t('machine.output_lost', { error: fileFault(t, error) });
    stderr.write(`${t('machine.error')} ${cause}\n`);
    return LOST_OUTPUT;
  });
}

/**
 * Closes terminals that are gone. At exit, Node restores the settings of each terminal and aborts if one is
 * gone; it skips closed file descriptors.
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
