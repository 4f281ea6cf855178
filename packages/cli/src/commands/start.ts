import { t } from '@svc-simulator/core';
import type { Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { languageOption } from '../language.ts';
import { start } from '../start/start.ts';
import { type StartOptions, startTakes } from '../start/start-takes.ts';
import { declareTaken, optionsOf } from '../takes.ts';

export const declare: Declare = (command, context) => {
  declareTaken(command, startTakes);
  readsConfig(command, context)
    .addHelpText(
      'after',
      t`\nIt runs until SIGINT (Ctrl+C) or SIGTERM, then saves everything and exits with 0. On a terminal single keys do things: ? shows them.`,
    )
    .action((given: StartOptions) => start(context, given));
};

/** Has the project's file set what the command line and the environment leave open. */
export function readsConfig(command: Command, context: CliContext): Command {
  return command.hook('preAction', async () => {
    const { applyConfig } = await import('../config/apply-config.ts');
    applyConfig(command, settings(), context);
  });
}

/** Every option that the project's file may set. */
export function settings(): readonly Option[] {
  return [...optionsOf(startTakes), languageOption()];
}
