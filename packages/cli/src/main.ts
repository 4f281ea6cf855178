import { type Surroundings, surroundingsOf } from './surroundings.ts';

/**
 * Runs a program in a real process, and ends the process with its exit code once everything is written. A reader that
 * has gone (`sim trace --follow | head`) is no failure: what it did not want needs no further work.
 */
export async function main(
  process: NodeJS.Process,
  name: string,
  program: (surroundings: Surroundings) => Promise<number>,
): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      // A command that runs on ends as it does when it is asked to, so that the simulator saves.
      if (!process.emit('SIGTERM')) process.exit(0);
    });
  }
  process.exitCode = await program(surroundingsOf(process, name));
  // Open sockets, such as those that fetch keeps for a next call, would hold the process for seconds.
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}
