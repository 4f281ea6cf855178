import { closeSync, writeSync } from 'node:fs';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import { type Outside, outsideOf } from './cli-context.ts';
import { inLanguageOf } from './language.ts';

/** A pipe that nobody reads any more, and a terminal that was closed. */
const gone: readonly (string | undefined)[] = ['EPIPE', 'EIO'];
const STDIO = [0, 1, 2];

/**
 * Runs a program in a real process, and ends the process with its exit code once everything is written. A reader that
 * has gone (`sim trace --follow | head`) is no failure: what it did not want needs no further work. Output that is lost is one.
 */
export async function main(
  process: NodeJS.Process,
  name: string,
  program: (outside: Outside) => Promise<number>,
): Promise<void> {
  const outside = outsideOf(process, name);
  let lost: unknown;
  let isTold = false;
  let isEnding = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (stream === process.stdout && !gone.includes(error.code)) lost ??= error;
      // What it writes while it ends fails as well, and is no further request to end.
      if (isTold) return;
      isTold = true;
      // A command that runs on ends as it does when its terminal is closed, so that the simulator saves.
      if (!process.emit('SIGHUP')) end();
    });
  }
  process.on('exit', letGoOfClosedTerminal);
  process.exitCode = await program(outside);
  // Open sockets, such as those that fetch keeps for a next call, would hold the process for seconds.
  process.stdout.write('', (error) => {
    if (error && !gone.includes(errorCode(error))) lost ??= error;
    end();
  });

  async function end(): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    if (lost !== undefined) {
      process.exitCode = LOST_OUTPUT;
      await tellOfLostOutput(outside, lost);
    }
    process.stderr.write('', () => process.exit());
  }
}

/** What nobody has got is a failure, whatever the command did. */
const LOST_OUTPUT = 1;

function tellOfLostOutput(outside: Outside, error: unknown): Promise<number> {
  return inLanguageOf(outside, async ({ t, stderr }) => {
    const cause = t('machine.output_lost', { error: fileFault(t, error) });
    stderr.write(`${t('machine.error')} ${cause}\n`);
    return LOST_OUTPUT;
  });
}

/**
 * As its last act Node gives each terminal the settings back that it found, and aborts when that one was closed. It leaves
 * out what is not open any more.
 */
function letGoOfClosedTerminal(): void {
  for (const fd of STDIO) {
    try {
      writeSync(fd, '');
    } catch (error) {
      if (errorCode(error) === 'EIO') closeSync(fd);
    }
  }
}
