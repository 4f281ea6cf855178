import { closeSync, writeSync } from 'node:fs';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { type Outside, outsideOf } from './cli-context.ts';

/** A pipe that nobody reads any more, and a terminal that was closed. */
const gone: readonly (string | undefined)[] = ['EPIPE', 'EIO'];
const STDIO = [0, 1, 2];

/**
 * Runs a program in a real process, and ends the process with its exit code once everything is written. A reader that
 * has gone (`sim trace --follow | head`) is no failure: what it did not want needs no further work.
 */
export async function main(
  process: NodeJS.Process,
  name: string,
  program: (outside: Outside) => Promise<number>,
): Promise<void> {
  let isTold = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!gone.includes(error.code)) throw error;
      // What it writes while it ends fails as well, and is no further request to end.
      if (isTold) return;
      isTold = true;
      // A command that runs on ends as it does when its terminal is closed, so that the simulator saves.
      if (!process.emit('SIGHUP')) process.exit(0);
    });
  }
  process.on('exit', letGoOfClosedTerminal);
  process.exitCode = await program(outsideOf(process, name));
  // Open sockets, such as those that fetch keeps for a next call, would hold the process for seconds.
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
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
