import type { Command } from 'commander';
import { type Connection, type ConnectionOptions, connect, takesConnection } from './connection.ts';
import type { Colours } from './rendering/colours.ts';
import { type ReportOptions, report } from './rendering/report.ts';
import type { Surroundings } from './surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

/** A command on one of the trainer's classes: its words after the class, what it calls, and what it says then. */
interface ClassCommand<W extends string[], D> {
  readonly call: (connection: Connection, classId: string, ...words: W) => Promise<{ readonly data: D }>;
  readonly lines: (data: D, colours: Colours) => readonly string[];
}

/** Declares such a command; the words after the class are arguments that are there already. */
export function onClass<W extends string[], D>(
  command: Command,
  surroundings: Surroundings,
  { call, lines }: ClassCommand<W, D>,
): void {
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action(async (classId: string, ...rest: unknown[]) => {
      // Commander hands over the arguments, then the options and itself.
      const words = rest.slice(0, -2) as W;
      const options = rest.at(-2) as Options;
      const connection = await connect(surroundings, options);
      const { data } = await call(connection, classId, ...words);
      report(surroundings, options, data, (colours) => lines(data, colours));
    });
}
