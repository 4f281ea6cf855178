import type { Declare } from '../command.ts';
import { commonTakes } from '../plain-command.ts';
import { declareTaken } from '../takes.ts';

/** Says once what every command takes; help of the others names these options in one line. */
export const declare: Declare = (command, { program, t }) => {
  declareTaken(t, command, commonTakes);
  command
    .addHelpText('after', () => t('cli.connection.help', { program }))
    .action(() => command.outputHelp());
};
