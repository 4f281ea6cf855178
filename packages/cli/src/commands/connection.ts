import { t } from '@svc-simulator/core';
import type { Declare } from '../command.ts';
import { commonTakes } from '../plain-command.ts';
import { declareTaken } from '../takes.ts';

/** Says once what every command takes; help of the others names these options in one line. */
export const declare: Declare = (command, { program }) => {
  declareTaken(command, commonTakes);
  command
    .addHelpText(
      'after',
      () => t`
Without any of these a command works as the account of the simulator that ${program} start has left running here, or in a
directory further up. An option wins over the environment, and the environment over that.
With --key alone every command works: what needs the console gets a console token by itself.`,
    )
    .action(() => command.outputHelp());
};
